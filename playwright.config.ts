/** The browser tests: the built app, served on a free port, in a real Chromium. */
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './tests/e2e/chromium.ts';

const chromium = findChromium();
if (chromium === null && process.env['CI'])
  throw new Error('No Chromium was found for the browser tests. Install one, or set PLAYWRIGHT_CHROMIUM.');

/** Every process of one run reads this file; the first decides, the others inherit. */
process.env['MUSTER_E2E_PORT'] ??= String(await freePort());
const baseURL = `http://localhost:${process.env['MUSTER_E2E_PORT']}`;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // The app is quick; what takes longer than this hangs.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  reporter: 'list',
  use: {
    baseURL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    actionTimeout: 10_000,
    launchOptions: { args: chromiumFlags, ...(chromium && { executablePath: chromium }) },
  },
  ...(chromium && {
    webServer: {
      command: `vite build --logLevel warn && vite preview --strictPort --port ${process.env['MUSTER_E2E_PORT']}`,
      url: baseURL,
      timeout: 180_000,
      reuseExistingServer: false,
      env: { PATH: `${import.meta.dirname}/node_modules/.bin:${process.env['PATH']}` },
    },
  }),
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, 'localhost', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
