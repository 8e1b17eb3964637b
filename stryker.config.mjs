/**
 * `npm run mutation`: how much of src/core the tests of test/core hold. What was measured is in docs/mutation.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['src/core/**/*.ts'],
  plugins: ['./scripts/mutation/mochaTestRunner.mjs'],
  testRunner: 'mocha-here',
  testRunnerNodeArgs: ['--import', 'tsx'],
  coverageAnalysis: 'perTest',
  ignorePatterns: ['**', '!package.json', '!tsconfig*.json', '!src/**', '!test/**'],
  tempDirName: 'out/mutation',
  concurrency: 2,
  // All tests take 0.2 s: what takes so long has no end.
  timeoutMS: 2000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'out/mutation.json' },
  thresholds: { high: 95, low: 90, break: 90 },
};
