/** @typedef {{ runs: number, median: number, p95: number, max: number }} Summary of measurements, in their own unit */

/**
 * @param {readonly number[]} values at least one
 * @returns {Summary} p95 is a value that was measured: the smallest that 95 % do not exceed
 */
export function summarize(values) {
  const sorted = [...values].sort((a, b) => a - b);
  /** @param {number} share */
  const at = (share) => round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { runs: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
