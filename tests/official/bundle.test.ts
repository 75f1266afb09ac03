/** Bundle of `npm run build:functions`, loaded and called on the official parts. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFirebase } from '#adapters/firebase/backend.ts';
import { decodeError } from '#api/error-encoding.ts';
import { buildFunctions } from '#tools/build-functions.ts';
import { rejection } from '#contracts/harness.ts';
import { needs, partsInstalled, projectId } from './parts.ts';
import { startDeployed } from './parts-functions.ts';
import { project } from './stage.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Region in muster.config.example.json. */
const region = 'europe-west1';
let folder = '';
let part: Awaited<ReturnType<typeof startDeployed>>;

describe.skipIf(!partsInstalled())(`the bundle (${needs})`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'muster-bundle-'));
    await buildFunctions(folder, path.join(root, 'muster.config.example.json'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    part = await startDeployed(projectId, folder);
  });
  afterAll(async () => {
    await part.stop();
    await rm(folder, { recursive: true });
  });

  test('a callable answers the client with the domain’s error in its details', async () => {
    const client = openFirebase({ project, region, local: { functions: `127.0.0.1:${part.port}` } });
    const refused = await rejection(client.functions.call('createTeam', { teamId: 'a', commandId: 'b' }));
    expect(refused).toMatchObject({ code: 'unauthenticated' });
    expect(decodeError((refused as { readonly details: unknown }).details)).toMatchObject({
      code: 'unauthenticated',
    });
    await client.dispose();
  });

  test('an unknown callable rejects with not-found', async () => {
    const client = openFirebase({ project, region, local: { functions: `127.0.0.1:${part.port}` } });
    expect(await rejection(client.functions.call('noSuchFunction', {}))).toMatchObject({ code: 'not-found' });
    await client.dispose();
  });

  test('the ingest endpoint answers as in the demonstration', async () => {
    const at = `http://127.0.0.1:${part.port}/${projectId}/${region}/ingest`;
    const lost = await fetch(`${at}/nothing-here`, { method: 'POST' });
    expect([lost.status, await lost.json()]).toMatchObject([404, { error: 'not_found' }]);
    const wrong = await fetch(`${at}/v2/enqueue`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    const broken = await fetch(`${at}/v2/enqueue`, { method: 'POST', body: 'no JSON' });
    expect(broken.status).toBe(400);
  });
});
