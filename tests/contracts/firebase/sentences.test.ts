/** Sentences on screens for the vendor's errors: every code that the SDK lists (each table is compared with the SDK's own). */
import { AuthErrorCodes, debugErrorMap } from 'firebase/auth';
import { expect, it, onTestFinished, vi } from 'vitest';
import { authCodes } from '#adapters/firebase/auth/errors.ts';
import { configCodes } from '#adapters/firebase/config/errors.ts';
import { docsCodes } from '#adapters/firebase/docs/errors.ts';
import { type CodeTable, portErrorFrom } from '#adapters/firebase/errors.ts';
import { errorForStatus, errorInBody, statusCodes } from '#adapters/firebase/functions/errors.ts';
import { messagingCodes } from '#adapters/firebase/messaging/errors.ts';
import { realtimeCodes } from '#adapters/firebase/realtime/errors.ts';
import { storageCodes } from '#adapters/firebase/storage/errors.ts';
import { explain } from '#src/data/client/errors.ts';

const text = 'Firebase: VENDOR TEXT (auth/raw-code).';
const vendorError = (code: string) => Object.assign(new Error(text), { name: 'FirebaseError', code });

const explained = (debugErrorMap as unknown as () => Record<string, string>)();
const sdkAuthCodes = [
  ...Object.values<string>(AuthErrorCodes),
  ...Object.keys(explained).map((name) => `auth/${name}`),
];
const tables: readonly (readonly [string, CodeTable, readonly string[]])[] = [
  ['auth', authCodes, [...sdkAuthCodes, ...Object.keys(authCodes)]],
  ['config', configCodes, Object.keys(configCodes)],
  ['docs', docsCodes, Object.keys(docsCodes)],
  ['messaging', messagingCodes, Object.keys(messagingCodes)],
  ['realtime', realtimeCodes, Object.keys(realtimeCodes)],
  ['storage', storageCodes, Object.keys(storageCodes)],
];

const quietConsole = () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
};
const leaks = (sentence: string, code: string) =>
  /vendor|firebase/i.test(sentence) || sentence.includes(code.split('/').at(-1) ?? code);

it.each(tables)('explains every code of the SDK’s %s without its text', (_port, table, codes) => {
  quietConsole();
  const shown = codes.map((code) => ({ code, sentence: explain(portErrorFrom(table, vendorError(code))) }));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter(({ code, sentence }) => code.includes('-') && leaks(sentence, code))).toEqual([]);
  expect(shown.filter(({ sentence }) => !/^[A-Z].*\.$/s.test(sentence))).toEqual([]);
});

it('explains every answer of a callable function without its text', () => {
  quietConsole();
  const shown = Object.keys(statusCodes).map((status) =>
    explain(errorInBody('declareIncident', { error: { status, message: text } })),
  );
  expect(shown.filter((sentence) => /vendor|firebase|declareIncident/i.test(sentence))).toEqual([]);
  for (const status of [400, 401, 403, 404, 409, 429, 499, 500, 501, 503, 504])
    expect(explain(errorForStatus('declareIncident', status))).not.toMatch(/declareIncident|\d{3}/);
});

it.each(['auth/configuration-not-found', 'auth/api-key-not-valid.-please-pass-a-valid-api-key.'])(
  'says that the installation is not set up right for %s, on the first screen',
  (code) => {
    quietConsole();
    expect(explain(portErrorFrom(authCodes, vendorError(code)))).toMatch(
      /^The backend is not set up for this\. .* tell whoever runs this Muster\.$/,
    );
  },
);

it('an unlisted code is explained by a general sentence', () => {
  quietConsole();
  expect(explain(portErrorFrom(authCodes, vendorError('auth/new-in-next-year')))).toMatch(
    /^Something failed that should not have\. /,
  );
});
