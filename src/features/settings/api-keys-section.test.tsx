import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fromDocument } from '#api/codec.ts';
import { apiKeyDigest, isApiKey } from '#api/api-key.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
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
  const record = await s.server.docs.get(documentPaths.apiKeyDigest(apiKeyDigest(secret)));
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
