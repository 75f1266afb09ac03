/** The browser tests: the built app, served on a free port, in a real Chromium. */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { anyChromium, findChromium } from './tests/e2e/chromium.ts';
import { freePort } from './tests/free-port.ts';
import { testLimitMs, waiting } from './tests/time-limits.ts';
import { sharedSite } from './tools/shared-builds.ts';

const chromium = findChromium();
if (chromium === null && process.env['CI'])
  throw new Error('No Chromium was found for the browser tests. Install one, or set PLAYWRIGHT_CHROMIUM.');

const ofFirebase = /[\\/]firebase-[^\\/]+\.spec\.ts$/;

/** Every process of one run reads this file; the first decides, the others inherit. */
process.env['MUSTER_E2E_PORT'] ??= String(await freePort('localhost'));
const baseURL = `http://localhost:${process.env['MUSTER_E2E_PORT']}`;

const built = sharedSite('embedded');
const preview = `vite preview --strictPort --port ${process.env['MUSTER_E2E_PORT']}`;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // A failed wait takes minutes: a broken build ends early.
  maxFailures: 10,
  timeout: testLimitMs,
  // An instance of the official Functions part runs one request at a time: a call beside others starts a new instance, which loads all functions
  // first. The walk of an alert starts 12; on a busy machine one takes more than 30 s.
  expect: { timeout: waiting.timeout },
  // Cores plus one: tests also wait.
  workers: availableParallelism() + 1,
  projects: [
    // A single worker, whose fixtures build the app and start the official parts once.
    { name: 'firebase', testMatch: ofFirebase, workers: 1 },
    { name: 'demonstration', testIgnore: ofFirebase },
  ],
  reporter: 'list',
  use: {
    baseURL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    // Without transitions a walk takes 15 % less processor time. Tests of movement have their own setting.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // A trace takes half as much processor again: `npm run e2e -- --trace retain-on-failure PATH` keeps one.
    trace: 'off',
    actionTimeout: waiting.timeout,
    launchOptions: anyChromium,
  },
  ...(chromium && {
    webServer: {
      command: built === null ? `vite build --logLevel warn && ${preview}` : `${preview} --outDir "${built}"`,
      url: baseURL,
      timeout: 300_000,
      reuseExistingServer: false,
      env: { PATH: `${import.meta.dirname}/node_modules/.bin:${process.env['PATH']}` },
    },
  }),
});
