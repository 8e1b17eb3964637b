import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import Mocha from 'mocha';

/** @typedef {import('@stryker-mutator/api/core').InstrumenterContext} MutantSwitch */
/** @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner */
/** @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult */

const { EVENT_TEST_BEGIN, EVENT_TEST_PASS, EVENT_TEST_FAIL } = Mocha.Runner.constants;

/** Read by the instrumented code: which mutant is on, and what each test ran through. @type {MutantSwitch} */
const mutants = Reflect.get(globalThis, INSTRUMENTER_CONSTANTS.NAMESPACE) ?? {};
Reflect.set(globalThis, INSTRUMENTER_CONSTANTS.NAMESPACE, mutants);

/**
 * Runs the tests of src/core under Stryker with mocha's public interface. Stryker's own runner reaches into files of
 * mocha that version 12 no longer has.
 *
 * The test files are loaded once and run again for each mutant; a mutant in what runs at loading gets a fresh process.
 *
 * @implements {TestRunner}
 */
class MochaTestRunner {
  /** @type {Promise<Mocha> | undefined} */
  #loaded;

  capabilities() {
    return { reloadEnvironment: false };
  }

  /** @type {TestRunner['dryRun']} */
  async dryRun({ disableBail }) {
    const tests = await this.#run({ disableBail });
    const coverage = mutants.mutantCoverage;
    return { status: DryRunStatus.Complete, tests, ...(coverage && { mutantCoverage: coverage }) };
  }

  /** @type {TestRunner['mutantRun']} */
  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit, disableBail }) {
    if (hitLimit === undefined) delete mutants.hitLimit;
    else mutants.hitLimit = hitLimit;
    mutants.hitCount = 0;
    if (mutantActivation === 'runtime') await this.#load();
    mutants.activeMutant = activeMutant.id;
    const tests = await this.#run({ disableBail, only: testFilter });
    const timeout = determineHitLimitReached(mutants.hitCount, hitLimit);
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests });
  }

  #load() {
    this.#loaded ??= loadTests();
    return this.#loaded;
  }

  /**
   * @param {{ disableBail: boolean, only?: string[] | undefined }} options
   * @returns {Promise<TestResult[]>}
   */
  async #run({ disableBail, only }) {
    const mocha = await this.#load();
    mocha.bail(!disableBail);
    mocha.grep(only === undefined ? /(?:)/ : new RegExp(`^(?:${only.map(escaped).join('|')})$`));
    /** @type {TestResult[]} */
    const results = [];
    await new Promise((resolve) => {
      const runner = mocha.run(resolve);
      /** @param {Mocha.Runnable} test */
      const told = (test) => ({ id: test.fullTitle(), name: test.fullTitle(), timeSpentMs: test.duration ?? 0 });
      runner.on(EVENT_TEST_BEGIN, (test) => void (mutants.currentTestId = test.fullTitle()));
      runner.on(EVENT_TEST_PASS, (test) => results.push({ ...told(test), status: TestStatus.Success }));
      runner.on(EVENT_TEST_FAIL, (test, { message }) =>
        results.push({ ...told(test), status: TestStatus.Failed, failureMessage: message }),
      );
    });
    return results;
  }
}

/** The working directory is Stryker's copy of the project. */
async function loadTests() {
  const mocha = new Mocha({ reporter: Mocha.reporters.Base, timeout: 10_000 });
  mocha.cleanReferencesAfterRun(false);
  const folder = path.resolve('test/core');
  // The model stays out: its faults are replaced in the source text, which here is instrumented.
  for (const name of (await readdir(folder)).sort())
    if (name.endsWith('.test.ts')) mocha.addFile(path.join(folder, name));
  await mocha.loadFilesAsync();
  return mocha;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

createRunner.inject = /** @type {const} */ ([]);
function createRunner() {
  return new MochaTestRunner();
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'mocha-here', createRunner)];
