/** Slack's requests to a running server: a member is linked, and declares an incident. */
import { expect } from 'vitest';
import { slackCodeDigest, slackCodeFrom } from '#api/slack-code.ts';
import { slackSignature } from '#domain/slack/signature.ts';
import { demoTeamId } from '#demo/team/people.ts';

const signingSecret = '8f742231b10e8888abcd99eee11185a5';

export interface SlackDoor {
  /** Where the server's HTTP routes are, without a slash at the end. */
  readonly base: string;
  /** Runs a command as an admin of the demonstration team. */
  command(name: string, input: object): Promise<unknown>;
}

async function say(base: string, text: string, more: object = {}, secret = signingSecret) {
  const fields = { team_id: 'T1', user_id: 'U1', command: '/muster', text, ...more };
  const body = new URLSearchParams(fields).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(`${base}/in/slack/${demoTeamId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': slackSignature(secret, { timestamp, body }),
    },
    body,
  });
  return { status: response.status, text: ((await response.json()) as { readonly text: string }).text };
}

/** Answers to a forged request, to the code of a link, and to a command whose work is a task. */
export async function throughSlackDoor({ base, command }: SlackDoor, title: string) {
  await command('saveSlackApp', { signingSecret, linkOrigin: 'https://muster.test' });
  const code = slackCodeFrom(Uint8Array.from({ length: 20 }, (_, at) => at * 7));
  await command('linkSlackUser', { digest: slackCodeDigest(code) });
  return {
    forged: await say(base, `declare ${title}`, {}, 'ab'.repeat(16)),
    linked: await say(base, `link ${code}`),
    declared: await say(base, `declare ${title}`, {
      response_url: 'https://hooks.slack.com/commands/none/of/the-tests',
    }),
  };
}

export const slackAnswers = {
  forged: { status: 401 },
  linked: { status: 200, text: expect.stringMatching(/^You are .+ in Muster from now on/u) },
  declared: { status: 200, text: 'Muster is working on it. The answer comes here.' },
};
