/** A policy from an empty list to its rehearsal, on the screens alone. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { policySchema } from '#domain/policy/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { Backend } from '#ports/backend.ts';
import { query } from '#ports/docs/query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const policies = async (s: AppStage) =>
  (await s.server.docs.find(query(collectionPaths.policies(teamId)))).map((one) =>
    fromDocument(policySchema, one),
  );
const rehearsed = () =>
  within(screen.getByRole('list', { name: 'Who would be paged, in order' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Adds a target to a step, found by typing. */
async function choose(s: AppStage, number: number, name: string) {
  const step = within(screen.getByRole('listitem', { name: `Step ${number}` }));
  await s.user.type(step.getByRole('combobox', { name: 'Page' }), name);
  await s.user.click(screen.getByRole('option', { name: new RegExp(name) }));
}

test('an admin adds a policy of two steps, and sees beside the form who would be paged', async () => {
  const s = await stage({ as: 'Lin', path: '/policies' });
  await s.user.click(screen.getByRole('link', { name: 'Add a policy' }));
  await arrive(s);
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nights');
  await s.user.click(button('Add a step'));
  await choose(s, 2, 'Sam Osei');
  await arrive(s);
  const before = rehearsed();
  expect(before.some((line) => /^5 min.*Step 2: Sam Osei$/.test(line ?? ''))).toBe(true);
  await s.user.click(button('Move step 2 up'));
  await arrive(s);
  expect(rehearsed()[0]).toMatch(/^at once.*Step 1: Sam Osei$/);
  await s.user.click(button('Add policy'));
  await arrive(s);
  expect(s.path()).toMatch(/\/policies\/\w+$/);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Nights');
  expect((await policies(s)).find((one) => one?.name === 'Nights')).toMatchObject({
    steps: [
      { targets: [{ kind: 'person', userId: 'sam' }], delayMinutes: 5 },
      { targets: [{ kind: 'schedule', scheduleId: 'primary' }] },
    ],
  });
});

test('a step without a person is rejected at its field, and typed values stay', async () => {
  const s = await stage({ as: 'Lin', path: '/policies/new' });
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nights');
  await s.user.click(button('Add a step'));
  await s.user.click(button('Add policy'));
  await arrive(s);
  expect(screen.getByText('Add someone to page.')).toBeVisible();
  expect(s.path()).toMatch(/\/policies\/new$/);
  await s.go('/policies');
  await s.go('/policies/new');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Nights');
  expect(screen.getByRole('listitem', { name: 'Step 2' })).toBeVisible();
});

test('a policy in use can’t be removed, with the service’s name; another policy can, after a question', async () => {
  const s = await stage({ as: 'Lin', path: '/policies' });
  const [link] = within(screen.getByRole('list', { name: 'Escalation policies' })).getAllByRole('link');
  await s.user.click(link as HTMLElement);
  await arrive(s);
  expect(button(/^Remove /)).toHaveAccessibleDescription(/It pages for “Payments” and “Search”/);
  await s.go('/policies/new');
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Unused');
  await s.user.click(button('Add policy'));
  await arrive(s);
  await s.user.click(button('Remove Unused…'));
  await s.user.click(button('Remove policy'));
  await arrive(s);
  expect(s.path()).toMatch(/\/policies$/);
  expect((await policies(s)).some((one) => one?.name === 'Unused')).toBe(false);
});

test('a condition of a step is set, rehearsed and shown in words', async () => {
  const s = await stage({ as: 'Lin', path: '/policies/new' });
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Calm');
  await s.user.click(button('Add a step'));
  await choose(s, 2, 'Sam Osei');
  const first = within(screen.getByRole('listitem', { name: 'Step 1' }));
  await s.user.click(first.getByRole('radio', { name: 'Only when…' }));
  await s.user.type(first.getByRole('combobox', { name: /^Severity/ }), 'critical');
  await s.user.click(await screen.findByRole('option', { name: /critical/ }));
  await arrive(s);
  expect(rehearsed()[0]).toMatch(/skipped, only for critical, and the next one begins at once/);
  expect(rehearsed()[1]).toMatch(/^at once.*Step 2: Sam Osei$/);
  await s.user.click(screen.getByRole('combobox', { name: 'If this happens' }));
  await arrive(s);
  await s.user.click(await screen.findByRole('option', { name: /An alert: critical/ }));
  await arrive(s);
  expect(rehearsed()[0]).not.toMatch(/skipped/);
  await s.user.click(button('Add policy'));
  await arrive(s);
  expect(screen.getByText(/waits 5 min, only for critical/)).toBeVisible();
  expect((await policies(s)).find((one) => one?.name === 'Calm')).toMatchObject({
    steps: [{ condition: { urgency: null, severities: ['critical'], hours: null } }, { condition: null }],
  });
});

test('a responder reads a policy with its rehearsal, and sees who may change the policy', async () => {
  const s = await stage({ as: 'Sam', path: '/policies' });
  expect(button('Add a policy')).toHaveAccessibleDescription(/Only admins may/);
  const [link] = within(screen.getByRole('list', { name: 'Escalation policies' })).getAllByRole('link');
  await s.user.click(link as HTMLElement);
  await arrive(s);
  expect(rehearsed().length).toBeGreaterThan(2);
  expect(button('Edit')).toHaveAccessibleDescription(/Only admins may/);
});

/** A backend that answers queries of services once it is released. */
function heldServices() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const backend = (client: EmbeddedClient): Backend => ({
    ...client,
    docs: {
      ...client.docs,
      watchQuery(asked, observer, options) {
        if (asked.collection !== collectionPaths.services(teamId))
          return client.docs.watchQuery(asked, observer, options);
        let stop: Unsubscribe | null = null;
        let isOver = false;
        void released.then(() => {
          if (!isOver) stop = client.docs.watchQuery(asked, observer, options);
        });
        return () => {
          isOver = true;
          stop?.();
        };
      },
    },
  });
  return { backend, release };
}

test('a policy is not shown as unused before the services are loaded', async () => {
  const { backend, release } = heldServices();
  const s = await stage({ as: 'Lin', path: '/policies', backend });
  expect(screen.getByText('Loading the policies')).toBeInTheDocument();
  const [policy] = await policies(s);
  await s.go(`/policies/${policy?.id}`);
  expect(screen.getByText('Loading the policy')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/no service has it/i);
  release();
  await arrive(s);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(policy?.name ?? '');
});
