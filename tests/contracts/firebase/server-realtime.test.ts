/** The realtime tree as backend code sees it: the embedded cloud's own view, and the Admin SDK's over its websocket. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '#adapters/firebase-admin/server.ts';
import { type RealtimeServer, serveRealtime } from '#emulator/realtime/serve.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { incrementBy, serverTime } from '#ports/realtime/realtime.ts';
import type { ServerRealtime } from '#ports/server/server.ts';
import { joined } from '#tests/official/joined.ts';
import { rejection } from '#contracts/harness.ts';

/** Rules that deny everything: only the server's authority reads the tree. */
const rules = { database: '{ "rules": { ".read": false, ".write": false } }' };
const cloud = new FakeCloud({ believe: believedCaller, rules });
let server: RealtimeServer | null = null;
let admin: ServerRealtime;

beforeAll(async () => {
  const running = joined();
  if (!running) server = await serveRealtime({ cloud });
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = server?.address ?? `127.0.0.1:${running?.realtime}`;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const databaseURL = 'https://demo-muster-default-rtdb.firebaseio.com';
  admin = openServer({ project: { projectId: 'demo-muster', databaseURL }, name: 'tree' }).realtime;
});
afterAll(async () => {
  await server?.close();
  cloud.dispose();
});

const views: readonly (readonly [string, () => ServerRealtime])[] = [
  ['embedded', () => cloud.server.realtime],
  ['firebase-admin', () => admin],
];

describe.each(views)('server realtime · %s', (name, view) => {
  test('a missing value is null', async () => {
    expect(await view().get(`${name}/nothing`)).toBeNull();
  });

  test('an update changes several paths regardless of the rules, and null removes', async () => {
    await view().update({ [`${name}/a/b`]: 1, [`${name}/a/c`]: { d: 'x' }, [`${name}/gone`]: true });
    expect(await view().get(`${name}/a`)).toEqual({ b: 1, c: { d: 'x' } });
    await view().update({
      [`${name}/a/b`]: incrementBy(2),
      [`${name}/gone`]: null,
      [`${name}/at`]: serverTime(),
    });
    expect(await view().get(`${name}/a/b`)).toBe(3);
    expect(await view().get(`${name}/gone`)).toBeNull();
    expect(await view().get(`${name}/at`)).toEqual(expect.any(Number));
    // Both read the same tree, that of the embedded cloud.
    const other = server ? cloud.server.realtime : view();
    expect(await other.get(`${name}/a/b`)).toBe(3);
  });

  test('invalid keys throw TypeErrors, and an empty update does nothing', async () => {
    expect(await rejection((async () => view().get('a.b'))())).toBeInstanceOf(TypeError);
    expect(await rejection((async () => view().update({ 'a#': 1 }))())).toBeInstanceOf(TypeError);
    await view().update({});
  });
});
