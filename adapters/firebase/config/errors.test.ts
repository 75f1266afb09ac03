import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { configCodes, fetchError, watchError } from './errors.ts';

/** The SDK does not export its list: it is read from the installed module. */
async function sdkCodes(): Promise<string[]> {
  const firebase = createRequire(createRequire(import.meta.url).resolve('firebase/package.json'));
  const folder = path.dirname(firebase.resolve('@firebase/remote-config/package.json'));
  const source = await readFile(path.join(folder, 'dist/esm/index.esm.js'), 'utf8');
  const list = /const ERROR_DESCRIPTION_MAP = \{([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/\["([\w-]+)"/g)].map(([, code = '']) => `remoteconfig/${code}`);
}

test('every code of the SDK has one of the port, and no other has', async () => {
  const known = await sdkCodes();
  expect(known.length).toBeGreaterThan(10);
  expect(Object.keys(configCodes).sort()).toEqual(known.sort());
});

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

test('a fetch that fails for another module’s reason has failed', () => {
  expect(fetchError(coded('installations/app-offline'))).toMatchObject({ code: 'config/fetch-failed' });
  expect(fetchError(new TypeError('fetch failed'))).toMatchObject({ code: 'config/fetch-failed' });
});

test('a watch ends when the server won’t or can’t tell, and for nothing else', () => {
  const status = (code: number) =>
    coded('remoteconfig/stream-error', `Unable to connect to the server. HTTP status code: ${code}`);
  expect(watchError(status(403))).toMatchObject({ code: 'permission-denied' });
  expect(watchError(status(501))).toMatchObject({ code: 'unavailable' });
  expect(watchError(coded('remoteconfig/realtime-unavailable'))).toMatchObject({ code: 'unavailable' });
  expect(watchError(coded('remoteconfig/update-not-fetched'))).toBeNull();
});
