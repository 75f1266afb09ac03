/** Programs beside Chromium that some browser tests need. */
import type { test as base } from '@playwright/test';
import { findAlertmanager, noAlertmanager } from '../app/desk/alertmanager.ts';
import { findFirefox } from '../app/desk/firefox.ts';

/** Skips the tests of a file where there is no Firefox; CI has to have one. */
export const needsFirefox = (test: typeof base): void =>
  needs(test, findFirefox(), 'No Firefox was found. Install one, or set MUSTER_FIREFOX.');

/** Skips a test without Alertmanager. */
export const needsAlertmanager = (test: typeof base): void => needs(test, findAlertmanager(), noAlertmanager);

function needs(test: typeof base, found: string | null, sentence: string): void {
  if (found === null && process.env['CI']) throw new Error(sentence);
  test.skip(found === null, sentence);
}
