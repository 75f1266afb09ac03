/** One client's connection, above the frames: greets, takes its requests in order, and says what changes. */
import { decodeToken } from '#fakes/cloud/auth/tokens.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { isPortError, type PortError, toPortError } from '#ports/errors.ts';
import { type Actions, actionsOf } from './actions.ts';
import { CloudSession } from './cloud-session.ts';
import { refusal } from './statuses.ts';
import type { FromClient, WireAnswer, WirePush, WireRequest } from './wire.ts';

export interface ConnectionOptions {
  readonly cloud: FakeCloud;
  /** Where the client may connect again, as `host:port`. */
  readonly host: string;
  send(message: string): void;
  /** Ends the connection below. */
  hangUp(): void;
}

export class Connection {
  readonly id: string;
  private readonly options: ConnectionOptions;
  private readonly session: CloudSession;
  private readonly actions: Actions;
  private readonly waiting: WireRequest[] = [];
  /** One request at a time: a later one is never done before an earlier one. */
  private busy = false;
  private running = false;
  private revoked = false;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.session = new CloudSession(options.cloud, () => options.hangUp());
    this.id = this.session.id;
    this.actions = actionsOf(this.session);
    const { cloud, host } = options;
    this.say('c', { t: 'h', d: { ts: cloud.clock.now(), v: '5', h: host, s: this.id } });
  }

  receive(text: string): void {
    const message = JSON.parse(text) as FromClient;
    if (message.t === 'd') {
      this.waiting.push(message.d);
      this.run();
    } else if (message.d.t === 'p') this.say('c', { t: 'o', d: {} });
  }

  /** The connection below is gone. */
  close(): void {
    this.session.close();
  }

  private run(): void {
    if (this.running) return;
    this.running = true;
    while (!this.busy && !this.revoked) {
      const request = this.waiting.shift();
      if (!request) break;
      this.busy = true;
      this.handle(request);
    }
    this.running = false;
  }

  private handle({ r, a, b }: WireRequest): void {
    const answer = (answered: WireAnswer) => {
      this.say('d', { r, b: answered });
      this.busy = false;
      this.run();
    };
    const context = {
      session: this.session,
      push: (message: WirePush) => this.say('d', message),
      answer,
      refuse: (error: PortError) => {
        if (!this.revoke(error)) answer(refusal(error));
      },
      ended: (error: PortError) => this.revoke(error),
      isExpired: (token: string) =>
        Number(decodeToken(token)?.['exp'] ?? Infinity) * 1000 <= this.options.cloud.clock.now(),
    };
    const action = this.actions[a];
    if (!action) return answer({ s: 'failure', d: `There is no action ${a}.` });
    try {
      action(b, context);
    } catch (error) {
      answer({ s: 'failure', d: toPortError(error).message });
    }
  }

  /** A token has become too old: the client is told so, comes back with the next one, and asks again for what it lacks. */
  private revoke(error: PortError): boolean {
    if (!isPortError(error, 'unauthenticated')) return false;
    if (!this.revoked) {
      this.revoked = true;
      this.say('d', { a: 'ac', b: { s: 'expired_token', d: 'Auth token is expired.' } });
    }
    return true;
  }

  private say(layer: 'c' | 'd', content: unknown): void {
    this.options.send(JSON.stringify({ t: layer, d: content }));
  }
}
