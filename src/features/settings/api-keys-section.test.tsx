import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fromDocument, toDocument } from '#api/codec.ts';
import { apiKeyDigest, isApiKey } from '#api/api-key.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { apiKeySchema, apiKeyDigestRecordSchema } from '#domain/api-key/schema.ts';
import { query } from '#ports/docs/query.ts';
import { teamId } from '#tests/app/small-team.ts';
import { stage, type StageOptions } from '#tests/app/stage.tsx';

const open = (as: StageOptions['as'] = 'Ada') => stage({ as, path: '/t/demo/settings/api-keys' });

async function create(s: Awaited<ReturnType<typeof open>>): Promise<string> {
  await s.user.click(screen.getByRole('button', { name: 'Create an API key' }));
  const dialog = screen.getByRole('dialog');
  await s.user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Deployments');
  await s.user.click(within(dialog).getByRole('radio', { name: /^Read and respond/ }));
  await s.user.click(within(dialog).getByRole('button', { name: 'Create the key' }));
  await s.settle();
  return screen.getByText(/^muster_[0-9a-f]{40}$/).textContent ?? '';
}

test('a key is shown once, and the server has its digest', async () => {
  const s = await open();
  const secret = await create(s);
  expect(isApiKey(secret)).toBe(true);
  const [found] = await s.server.docs.find(query(collectionPaths.apiKeys(teamId)));
  const key = found && fromDocument(apiKeySchema, found);
  expect(key).toMatchObject({ name: 'Deployments', scopes: ['read', 'respond'], lastUsedAt: null });
  const record = await s.server.docs.get(serverPaths.apiKeyDigest(apiKeyDigest(secret)));
  expect(fromDocument(apiKeyDigestRecordSchema, record)?.apiKeyId).toBe(key?.id);
  expect(JSON.stringify(s.cloud.snapshot())).not.toContain(secret.slice('muster_'.length));
  await s.user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(/^muster_/)).toBeNull();
  expect(screen.getByRole('list', { name: 'API keys' })).toHaveTextContent('never used');
});

test('a key is revoked after a question, and stays in the list', async () => {
  const s = await open();
  await create(s);
  await s.user.click(screen.getByRole('button', { name: 'Revoke the API key Deployments' }));
  await s.user.click(screen.getByRole('button', { name: 'Revoke key' }));
  await s.settle();
  expect(within(screen.getByRole('list', { name: 'API keys' })).getByText('Revoked')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Revoke the API key/ })).toBeNull();
});

test('a key in use is listed and revoked, for any number of newer revoked or expired keys', async () => {
  const s = await open();
  await create(s);
  const [stored] = await s.server.docs.find(query(collectionPaths.apiKeys(teamId)));
  const key = stored && fromDocument(apiKeySchema, stored);
  if (!key) throw new Error('There is no key.');
  const copies = Array.from({ length: 600 }, (_, n) => ({
    ...key,
    ...{ id: `copy-${n}`, name: `Copy ${n}`, createdAt: key.createdAt + n + 1 },
    ...(n < 300 ? { revokedAt: key.createdAt + n + 1 } : { expiresAt: key.createdAt - n - 60_000 }),
  }));
  for (let from = 0; from < copies.length; from += 250)
    await s.server.docs.batch(
      copies.slice(from, from + 250).map((copy) => ({
        type: 'set',
        path: documentPaths.apiKey(teamId, copy.id),
        data: toDocument(copy),
      })),
    );
  await s.settle();
  const list = screen.getByRole('list', { name: 'API keys' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(150);
  const revocations = within(list).getAllByRole('button', { name: /^Revoke/ });
  expect(revocations.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Revoke the API key Deployments',
  ]);
});
