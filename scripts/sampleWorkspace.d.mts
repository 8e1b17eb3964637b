/**
 * Writes the sample project "order-form" into a folder that is empty, missing, or holds an earlier copy of it; what was
 * changed in an earlier copy is kept. Resolves with the folder; rejects where it holds something else.
 */
export function writeSampleWorkspace(folder: string): Promise<string>;
