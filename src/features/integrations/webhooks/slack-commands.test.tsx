/** Slack connected by an admin, and a member's Slack user linked by the code that their profile shows. */
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { slackSignature } from '#domain/slack/signature.ts';
import { arrive } from '#tests/app/incident.ts';
import { type AppStage, stage } from '#tests/app/stage.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const secret = '8f742231b10e8888abcd99eee11185a5';

async function connect(s: AppStage): Promise<string> {
  await s.go('/integrations/webhooks');
  await s.user.click(button('Connect Slack…'));
  const address = screen.getByText(/\/in\/slack\//u).textContent;
  await s.user.type(screen.getByLabelText('Signing secret'), 'short');
  await s.user.click(button('Save the secret'));
  expect(screen.getByText(/Use 16 to 200/u)).toBeVisible();
  await s.user.clear(screen.getByLabelText('Signing secret'));
  await s.user.click(screen.getByLabelText('Signing secret'));
  await s.user.paste(secret);
  await s.user.click(button('Save the secret'));
  await arrive(s);
  return new URL(address).pathname;
}

async function say(s: AppStage, path: string, text: string): Promise<string> {
  const body = new URLSearchParams({ team_id: 'T1', user_id: 'U1', command: '/muster', text }).toString();
  const timestamp = String(Math.floor(s.cloud.clock.now() / 1000));
  const signature = slackSignature(secret, { timestamp, body });
  const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature };
  const request = { method: 'POST', path, headers, body };
  return (await act(() => s.client.control.http(request))).body;
}

test('Slack is connected, a member links their user there, and it is disconnected', async () => {
  const s = await stage({ as: 'Lin' });
  const path = await connect(s);
  expect(screen.getByText(/Connected since/u)).toBeVisible();
  expect(document.body).not.toHaveTextContent(secret);
  expect(JSON.stringify({ ...localStorage })).not.toContain(secret);
  await s.go('/me');
  await s.user.click(button('Link Slack'));
  await arrive(s);
  const typed = screen.getByText(/^\/muster link /u).textContent.replace('/muster ', '');
  expect(await say(s, path, typed)).toContain('in Muster from now on');
  await arrive(s);
  expect(screen.getByText(/done in your name, since/u)).toBeVisible();
  await s.user.click(button('End the link'));
  await arrive(s);
  expect(await say(s, path, 'ack')).toContain('Link Slack');
  await s.go('/integrations/webhooks');
  await s.user.click(button('Disconnect Slack…'));
  await s.user.click(button('Disconnect Slack'));
  await arrive(s);
  expect(button('Connect Slack…')).toBeVisible();
  await s.go('/me');
  expect(screen.queryByRole('button', { name: 'Link Slack' })).toBeNull();
});
