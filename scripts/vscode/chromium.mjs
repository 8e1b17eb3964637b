import { chromium } from 'playwright-core';
import { ensureChromium } from '../setup/ensureChromium.mjs';

const args = [
  // Chromium's own sandbox does not work as root or in most containers; only our pages are opened.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * A browser without a window, with a fresh profile.
 *
 * @param {NodeJS.ProcessEnv} [env] on top of ours
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium(env = {}) {
  const environment = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return await chromium.launch({ executablePath: await ensureChromium(), headless: true, args, env: environment });
}
