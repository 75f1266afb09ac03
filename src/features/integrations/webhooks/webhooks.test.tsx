/** Webhooks from an empty list to a delivery and its removal, on the screens alone. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { webhookSchema } from '#domain/webhook/schema.ts';
import { ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { query } from '#ports/docs/query.ts';
import type { ManualClock } from '#provider-kit/movable-clock.ts';
import { arrive } from '#tests/app/incident.ts';
import { teamId } from '#tests/app/small-team.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const address = 'https://receiver.test/hooks/a-secret-path';

let bodies: string[] = [];
let status = 200;
const outside = (clock: ManualClock) => {
  const network = new ScriptedNetwork(clock);
  bodies = [];
  status = 200;
  network.name('receiver.test', ['93.184.215.14']);
  network.serve('93.184.215.14', ({ body }) => {
    bodies.push(body ?? '');
    return { status };
  });
  return network.http();
};

async function add(s: AppStage, format?: string): Promise<void> {
  await s.go('/integrations/webhooks/new');
  if (format !== undefined) await s.user.click(screen.getByRole('radio', { name: new RegExp(format, 'u') }));
  await s.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Tickets');
  await s.user.type(screen.getByRole('textbox', { name: 'Address' }), address);
  await s.user.click(button('Add the webhook'));
  await arrive(s);
}
const passed = async (s: AppStage) => {
  for (let count = 0; count < 4; count++) {
    await s.advance(1_000);
    await arrive(s);
  }
};
const log = () => within(screen.getByRole('list', { name: 'Last deliveries' }));

test('a webhook is added, its secret shown once, and its address nowhere', async () => {
  const s = await stage({ as: 'Lin', path: '/integrations', outside });
  await s.user.click(screen.getByRole('link', { name: 'Webhooks and chat rooms' }));
  await s.settle();
  await s.user.click(screen.getAllByRole('link', { name: 'Add a webhook' })[0] as HTMLElement);
  await s.settle();
  await add(s);
  const secret = screen.getByText(/^whsec_[0-9a-f]{64}$/u).textContent;
  await s.user.click(button('I have copied it'));
  await arrive(s);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tickets');
  expect(document.body).not.toHaveTextContent(secret);
  expect(document.body).not.toHaveTextContent('a-secret-path');
  expect(document.body).toHaveTextContent('receiver.test');
  expect(JSON.stringify({ ...localStorage })).not.toContain('a-secret-path');
});

test('a test message is sent, fails, and is sent again from the log', async () => {
  const s = await stage({ as: 'Lin', outside });
  await add(s);
  await s.user.click(button('I have copied it'));
  await arrive(s);
  status = 500;
  await s.user.click(button('Send a test message'));
  await passed(s);
  expect(log().getByText('The receiver answered with an error (500).')).toBeVisible();
  status = 200;
  await s.advance(60_000);
  await arrive(s);
  expect(log().getByText('Delivered')).toBeVisible();
  const before = bodies.length;
  await s.user.click(button('Send again: Test'));
  await passed(s);
  expect(bodies).toHaveLength(before + 1);
});

test('a chat room has no signing secret, and offers the events of chat rooms', async () => {
  const s = await stage({ as: 'Lin', outside });
  await add(s, '^Slack');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tickets');
  expect(document.body).not.toHaveTextContent('whsec_');
  await s.user.click(button('Change'));
  expect(screen.queryByRole('group', { name: 'Alerts' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Incidents' })).toBeVisible();
});

test('a webhook is sent exactly the chosen events', async () => {
  const s = await stage({ as: 'Lin', outside });
  await add(s);
  await s.user.click(button('I have copied it'));
  await arrive(s);
  await s.user.click(button('Change'));
  const boxes = () => {
    const types = Array.from(document.querySelectorAll('fieldset [role=checkbox]'));
    return types.map((box) => box.getAttribute('aria-checked') === 'true');
  };
  const before = boxes();
  const again = within(screen.getByRole('group', { name: 'Alerts' })).getByRole('checkbox', {
    name: 'Opened again',
  });
  await s.user.click(again);
  expect(boxes().filter((isChecked, at) => isChecked !== before[at])).toHaveLength(1);
  const chosen = boxes().filter(Boolean).length;
  const isChosen = again.getAttribute('aria-checked') === 'true';
  await s.user.click(button('Save the webhook'));
  await arrive(s);
  const [stored] = await s.server.docs.find(query(collectionPaths.webhooks(teamId)));
  const events: readonly string[] = (stored && fromDocument(webhookSchema, stored)?.events) ?? [];
  expect([events.length, events.includes('alert.reopened')]).toEqual([chosen, isChosen]);
});

test('a webhook is turned off and removed', async () => {
  const s = await stage({ as: 'Lin', outside });
  await add(s, '^Slack');
  await s.user.click(button('Change'));
  await s.user.click(screen.getByRole('checkbox', { name: 'On' }));
  await s.user.click(button('Save the webhook'));
  await arrive(s);
  expect(screen.getByText('Off')).toBeVisible();
  await s.user.click(button('Remove…'));
  await s.user.click(button('Remove webhook'));
  await arrive(s);
  expect(s.path()).toBe('/t/demo/integrations/webhooks');
  expect(screen.getByText('No webhooks yet')).toBeVisible();
});

test('members who may not configure the team see the reason', async () => {
  await stage({ as: 'Sam', path: '/integrations/webhooks', outside });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Webhooks and chat rooms');
  expect(screen.getByText('Webhooks are for admins')).toBeVisible();
});

test('a backend without outgoing requests shows the reason instead of saving', async () => {
  const s = await stage({ as: 'Lin', path: '/integrations/webhooks' });
  expect(screen.getByText(/sends nothing to other servers/u)).toBeVisible();
  await s.go('/integrations/webhooks/new');
  expect(button('Add the webhook')).toHaveAccessibleDescription(/sends nothing to other servers/u);
});
