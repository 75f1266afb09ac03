/** Programs without which tests are skipped: CI has to have them, so that a run that tried little doesn't pass there. */
import { expect, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { findAlertmanager, noAlertmanager } from './app/desk/alertmanager.ts';
import { findFirefox } from './app/desk/firefox.ts';
import { findChromium } from './e2e/chromium.ts';

const missing: readonly (readonly [name: string, why: () => string | null | Promise<string | null>])[] = [
  ['PostgreSQL', whyNoOwnServer],
  ['Alertmanager', () => (findAlertmanager() === null ? noAlertmanager : null)],
  ['Firefox', () => (findFirefox() === null ? 'No Firefox was found.' : null)],
  ['Chromium', () => (findChromium() === null ? 'No Chromium was found.' : null)],
];

test.skipIf(!process.env['CI']).each(missing)('%s is there in CI', async (_name, why) => {
  expect(await why()).toBeNull();
});
