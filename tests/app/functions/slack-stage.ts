/** Slack as tests have it: requests signed with the team's secret, and what Slack gets at `response_url`. */
import { slackCodeDigest, slackCodeFrom } from '#api/slack-code.ts';
import { slackSignature } from '#domain/slack/signature.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import { FunctionsStage, teamId } from './stage.ts';
import { createFunctions } from '#functions/index.ts';

export const signingSecret = '8f742231b10e8888abcd99eee11185a5';
const linkOrigin = 'https://muster.test';

export interface SlackReply {
  readonly response_type?: string;
  readonly replace_original?: boolean;
  readonly text: string;
  readonly blocks?: readonly {
    readonly type: string;
    readonly text?: { readonly text: string };
    readonly elements?: readonly { readonly action_id: string; readonly value: string }[];
  }[];
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly secret?: string;
  /** Seconds. */
  readonly timestamp?: number;
}

export class SlackStage {
  readonly app: FunctionsStage;
  /** Messages at `response_url`. */
  readonly messages: SlackReply[] = [];
  private readonly clock: ManualClock;
  private links = 0;
  private triggers = 0;

  private constructor(app: FunctionsStage, clock: ManualClock) {
    this.app = app;
    this.clock = clock;
  }

  static async open(): Promise<SlackStage> {
    const clock = new ManualClock();
    const network = new ScriptedNetwork(clock);
    network.name('hooks.slack.com', ['93.184.215.14']);
    const app = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
    const stage = new SlackStage(app, clock);
    network.serve('93.184.215.14', ({ body }) => {
      stage.messages.push(JSON.parse(String(body)) as SlackReply);
      return { status: 200, body: 'ok' };
    });
    return stage;
  }

  connect(): Promise<unknown> {
    return this.app.call('mei', 'saveSlackApp', { signingSecret, linkOrigin });
  }

  /** A code of the member, which is not typed yet. */
  async codeOf(who: string): Promise<string> {
    this.links++;
    const code = slackCodeFrom(Uint8Array.from({ length: 20 }, (_, at) => at * 7 + this.links));
    await this.app.call(who, 'linkSlackUser', { digest: slackCodeDigest(code) });
    return code;
  }

  /** The Slack user of the same name acts for the member. */
  async link(who: string): Promise<void> {
    await this.say(who, `link ${await this.codeOf(who)}`);
  }

  /** A body as Slack sends it. */
  body(who: string, text: string, more: Readonly<Record<string, string>> = {}): string {
    return new URLSearchParams({
      ...{ token: 'old', team_id: 'T1', team_domain: 'acme', channel_id: 'C1', user_id: who.toUpperCase() },
      ...{
        command: '/muster',
        text,
        response_url: 'https://hooks.slack.com/commands/1/2',
        trigger_id: `1.${++this.triggers}`,
      },
      ...more,
    }).toString();
  }

  async post(body: string, { headers, path, secret, timestamp }: Sent = {}): Promise<HttpResponse> {
    const seconds = String(timestamp ?? Math.floor(this.clock.now() / 1000));
    const client = await this.app.stranger('slack');
    const answer = await client.control.http({
      method: 'POST',
      path: path ?? `/in/slack/${teamId}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': slackSignature(secret ?? signingSecret, { timestamp: seconds, body }),
        ...headers,
      },
      body,
    });
    await settle();
    return answer;
  }

  /** Answer to a slash command: at `response_url`, unless the request has got it. */
  async say(who: string, text: string, sent: Sent = {}): Promise<SlackReply> {
    const before = this.messages.length;
    const answer = await this.post(this.body(who, text), sent);
    await this.app.cloud.advance(1);
    return this.messages[before] ?? (JSON.parse(answer.body) as SlackReply);
  }

  /** Message that a press brings. */
  async press(who: string, action: string, value: string): Promise<SlackReply | undefined> {
    const payload = {
      trigger_id: `1.${++this.triggers}`,
      ...{ type: 'block_actions', team: { id: 'T1' }, user: { id: who.toUpperCase() } },
      ...{ response_url: 'https://hooks.slack.com/actions/1/2', message: { text: 'as it was' } },
      actions: [{ action_id: action, value, type: 'button', block_id: 'b' }],
    };
    const before = this.messages.length;
    const answer = await this.post(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
    if (answer.status !== 200 || answer.body !== '') throw new Error(`Slack was answered: ${answer.body}`);
    await this.app.cloud.advance(1);
    return this.messages[before];
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
