/** Stands in for `@ungap/structured-clone` in the bundle. */
export default globalThis.structuredClone;
