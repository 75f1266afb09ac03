/** A policy that hands over to another one: written, rehearsed, read, and what holds the other one in place. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { policySchema } from '#domain/policy/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = () => screen.getByRole('combobox', { name: 'If nobody acknowledges' });
const rehearsed = () =>
  within(screen.getByRole('list', { name: 'Who would be paged, in order' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const path = (id: string) => documentPaths.policy(teamId, id);
const read = async (s: AppStage, id: string) => fromDocument(policySchema, await s.server.docs.get(path(id)));

/** A second policy, which asks Sam. */
async function addPlatform(s: AppStage, thenPolicyId: string | null = null) {
  const standard = await read(s, 'standard');
  if (standard === null) throw new Error('The team has a policy.');
  const steps = standard.steps
    .slice(0, 1)
    .map((step) => ({ ...step, targets: [{ kind: 'person' as const, userId: 'sam' }] }));
  const platform = { ...standard, id: 'platform', name: 'Platform', steps, repeat: 0, thenPolicyId };
  await s.server.docs.batch([{ type: 'set', path: path('platform'), data: toDocument(platform) }]);
  await arrive(s);
}

async function handOverToPlatform(s: AppStage) {
  await s.user.click(button('Edit'));
  await arrive(s);
  await s.user.click(field());
  await arrive(s);
  await s.user.click(await screen.findByRole('option', { name: 'Hand over to Platform' }));
  await arrive(s);
}

test('an admin sets a hand-over to another policy: the rehearsal includes the other policy, and both pages name each other', async () => {
  const s = await stage({ as: 'Lin', path: '/policies/standard' });
  await addPlatform(s);
  await handOverToPlatform(s);
  expect(rehearsed()).toContainEqual(expect.stringMatching(/^20 min.*Step 1 of Platform: Sam Osei$/));
  await s.user.click(button('Save policy'));
  await arrive(s);
  expect(await read(s, 'standard')).toMatchObject({ thenPolicyId: 'platform' });
  expect(screen.getByText(/If nobody acknowledges, it hands over to/)).toHaveTextContent(/Platform\.$/);
  expect(rehearsed()).toContainEqual(expect.stringContaining('Step 1 of Platform'));

  await s.go('/policies/platform');
  await arrive(s);
  expect(screen.getByText(/Pages are handed over to it by/)).toHaveTextContent(
    'No service has it. Pages are handed over to it by Standard.',
  );
  expect(button('Remove Platform…')).toHaveAccessibleDescription(/“Standard” hands over to it\./);
});

test('a policy that would lead back is not offered, and the hand-over can be removed', async () => {
  const s = await stage({ as: 'Lin', path: '/policies/standard' });
  await addPlatform(s, 'standard');
  await s.user.click(button('Edit'));
  await arrive(s);
  await s.user.click(field());
  await arrive(s);
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Stop']);
  await s.user.keyboard('{Escape}');
  await s.go('/policies/platform');
  await arrive(s);
  await s.user.click(button('Edit'));
  await arrive(s);
  expect(field()).toHaveTextContent('Hand over to Standard');
  await s.user.click(field());
  await arrive(s);
  await s.user.click(await screen.findByRole('option', { name: 'Stop' }));
  await s.user.click(button('Save policy'));
  await arrive(s);
  expect(await read(s, 'platform')).toMatchObject({ thenPolicyId: null });
});

test('a service shows the policies to which its pages are handed over', async () => {
  const s = await stage({ as: 'Lin', path: '/policies/standard' });
  await addPlatform(s);
  await handOverToPlatform(s);
  await s.user.click(button('Save policy'));
  await s.go('/services/payments');
  await arrive(s);
  expect(screen.getByText(/it is handed over to/)).toHaveTextContent(
    'If nobody acknowledges, it is handed over to Platform.',
  );
});

test('the server’s rejection is shown at the form', async () => {
  const s = await stage({ as: 'Lin', path: '/policies/standard' });
  await addPlatform(s);
  await handOverToPlatform(s);
  await s.server.docs.batch([{ type: 'delete', path: path('platform') }]);
  await s.user.click(button('Save policy'));
  await arrive(s);
  expect(screen.getByText(/This policy no longer exists\. Choose another one\./)).toBeVisible();
  expect(field()).toHaveTextContent('Hand over to a policy that is gone');
});
