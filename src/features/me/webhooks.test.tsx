/** Webhooks of a person: added, proved by the action of an ntfy message, told as failing, and removed. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import type { ManualClock } from '#provider-kit/movable-clock.ts';
import { arrive } from '#tests/app/incident.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Webhooks' }));
const dialog = () => within(screen.getByRole('dialog', { name: /^(?:Add|Change)/u }));

interface NtfyMessage {
  readonly topic: string;
  readonly actions: readonly { readonly url: string; readonly body: string }[];
}

/** A server of ntfy that keeps what it gets, and answers with `status`. */
function ntfyServer() {
  const messages: NtfyMessage[] = [];
  const server = {
    messages,
    status: 200,
    outside: (clock: ManualClock) => {
      const network = new ScriptedNetwork(clock);
      network.name('ntfy.test', ['93.184.215.14']);
      network.serve('93.184.215.14', ({ body }) => {
        messages.push(JSON.parse(body ?? ''));
        return { status: server.status };
      });
      return network.http();
    },
  };
  return server;
}

async function openDialog(app: AppStage): Promise<void> {
  await app.user.click(panel().getByRole('button', { name: 'Add a webhook' }));
  await app.settle();
}

async function add(app: AppStage): Promise<void> {
  await openDialog(app);
  await app.user.type(dialog().getByRole('textbox', { name: 'Topic' }), 'sam-pages');
  await app.user.type(dialog().getByRole('textbox', { name: 'Server' }), 'https://ntfy.test');
  await app.user.click(dialog().getByRole('button', { name: 'Save' }));
  await arrive(app);
}

async function sendTest(app: AppStage): Promise<void> {
  await app.user.click(panel().getByRole('button', { name: 'Send a test' }));
  await app.advance(1_000);
  await arrive(app);
}

/** Presses the button of the last message. */
async function pressAction(app: AppStage, { messages }: ReturnType<typeof ntfyServer>): Promise<void> {
  const { url = '', body = '' } = messages.at(-1)?.actions[0] ?? {};
  expect((await app.fire({ path: new URL(url).pathname, body })).status).toBe(200);
  await arrive(app);
}

test('a webhook is proved when the action in its test message is pressed', async () => {
  const ntfy = ntfyServer();
  const app = await stage({ as: 'Sam', path: '/me', outside: ntfy.outside });
  await add(app);
  expect(panel().getByText('Not tested')).toBeVisible();
  await sendTest(app);
  expect(ntfy.messages).toMatchObject([{ topic: 'sam-pages' }]);
  await pressAction(app, ntfy);
  expect(panel().getByText('Proved')).toBeVisible();
});

test('a failing webhook shows the reason, and another webhook is still untested', async () => {
  const ntfy = ntfyServer();
  const app = await stage({ as: 'Sam', path: '/me', outside: ntfy.outside });
  await add(app);
  ntfy.status = 500;
  await sendTest(app);
  expect(panel().getByText('Failing')).toBeVisible();
  expect(panel().getByText(/The service answered with an error \(500\)/u)).toBeVisible();
  await app.user.click(panel().getByRole('button', { name: 'Change ntfy' }));
  await app.settle();
  await app.user.click(dialog().getByRole('checkbox', { name: 'Send to another place than ntfy.test' }));
  await app.user.type(dialog().getByRole('textbox', { name: 'Topic' }), 'sam-later');
  await app.user.click(dialog().getByRole('button', { name: 'Save' }));
  await arrive(app);
  expect(panel().getByText('Not tested')).toBeVisible();
  expect(panel().getByText(/^To ntfy\.sh\./u)).toBeVisible();
});

test('a removed webhook disappears', async () => {
  const app = await stage({ as: 'Sam', path: '/me', outside: ntfyServer().outside });
  await add(app);
  await app.user.click(panel().getByRole('button', { name: 'Remove ntfy' }));
  expect(screen.getByText(/This is the last way by which pages reach you\./)).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Remove' }));
  await arrive(app);
  expect(panel().queryByRole('listitem')).toBeNull();
});

test('invalid values are rejected at their field, and nothing is saved', async () => {
  const app = await stage({ as: 'Sam', path: '/me', outside: ntfyServer().outside });
  await openDialog(app);
  await app.user.type(dialog().getByRole('textbox', { name: 'Topic' }), 'two words');
  await app.user.type(dialog().getByRole('textbox', { name: 'Server' }), 'ntfy.test');
  await app.user.click(dialog().getByRole('button', { name: 'Save' }));
  await arrive(app);
  expect(dialog().getByRole('textbox', { name: 'Topic' })).toHaveAccessibleDescription(/up to 64 letters/u);
  expect(dialog().getByRole('textbox', { name: 'Server' })).toHaveAccessibleDescription(/https:\/\//u);
  await app.user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await app.settle();
  expect(panel().queryByRole('listitem')).toBeNull();
});

test('the name follows the chosen service until another is typed', async () => {
  const app = await stage({ as: 'Sam', path: '/me', outside: ntfyServer().outside });
  await openDialog(app);
  const name = () => dialog().getByRole('textbox', { name: 'Name' });
  const choose = async (service: string) => {
    await app.user.click(dialog().getByRole('combobox', { name: 'Service' }));
    await app.user.click(await screen.findByRole('option', { name: service }));
  };
  await choose('Gotify');
  expect(name()).toHaveValue('Gotify');
  await app.user.clear(name());
  await app.user.type(name(), 'Pager');
  await choose('Pushover');
  expect(name()).toHaveValue('Pager');
});

test('a backend without outgoing requests offers no webhook, with the reason', async () => {
  await stage({ as: 'Sam', path: '/me' });
  expect(panel().getByText(/sends nothing to other servers/u)).toBeVisible();
  expect(panel().queryByRole('button')).toBeNull();
});
