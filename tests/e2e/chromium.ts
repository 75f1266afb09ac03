/** Finds a Chromium: the one named, Playwright's own, or an installed one. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of its program, or `null`. */
export function findChromium(): string | null {
  const named = process.env['PLAYWRIGHT_CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  return [chromium.executablePath(), ...installed].find((path) => existsSync(path)) ?? null;
}

/**
 * Chromium's headless shell, or `null`: no interface of a browser, no notifications, and a third less processor time. `null` too where
 * `PLAYWRIGHT_CHROMIUM` names a browser.
 */
function findHeadlessShell(): string | null {
  const shell = '/usr/bin/chromium-headless-shell';
  return !process.env['PLAYWRIGHT_CHROMIUM'] && existsSync(shell) ? shell : null;
}

/**
 * Flags of Chromium: no requests of its own, runnable as root in a container. Only hosts of this machine are resolved, so that no test
 * depends on a hosted service; a route of Playwright's to the same end would turn the browser's cache off.
 */
export const chromiumFlags = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Flags of tests, which measure no time: without the optimizing compilers. Most functions of a page are executed too seldom in a test to be worth
 * their work: `accessible` and `team` take a seventh less processor time.
 */
export const testFlags = [...chromiumFlags, '--js-flags=--no-maglev --no-turbofan'];

const launch = (program: string | null) => ({
  args: testFlags,
  ...(program !== null && { executablePath: program }),
});

/** Browser for `launchOptions`: the headless shell where there is one. */
export const anyChromium = launch(findHeadlessShell() ?? findChromium());

/** Browser for tests of notifications, which the headless shell lacks. */
export const wholeChromium = launch(findChromium());
