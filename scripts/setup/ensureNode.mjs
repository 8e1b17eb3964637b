import { SetupFault } from './setupFault.mjs';

const oldest = /** @type {const} */ ([20, 19]);

/** @throws {SetupFault} where this Node is older than the tools allow */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new SetupFault(
    `Node ${oldest.join('.')} or later is needed; this is ${process.versions.node}. Install a newer Node and try again.`,
  );
}
