/** Connection of a client, above the frames: greets, handles requests in order, and sends changes. */
import { decodeToken } from '#provider-kit/auth/claims.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { isPortError, type PortError, toPortError } from '#ports/errors.ts';
import { Inbox } from '../inbox.ts';
import { checkNesting } from '../nesting.ts';
import type { Later } from '../turns.ts';
import { type Actions, actionsOf } from './actions.ts';
import { CloudSession } from './cloud-session.ts';
import { bodyIn, messageIn } from './check.ts';
import { refusal } from './statuses.ts';
import type { WireAnswer, WirePush, WireRequest } from './wire.ts';

export interface ConnectionOptions {
  readonly cloud: FakeCloud;
  /** Address for the next connection of the client, as `host:port`. */
  readonly host: string;
  send(message: string): void;
  /** Ends the connection below. */
  hangUp(): void;
  /** `false` while nothing more is to be read. */
  flow(isOpen: boolean): void;
  readonly later?: Later;
}

export class RealtimeConnection {
  readonly id: string;
  private readonly options: ConnectionOptions;
  private readonly session: CloudSession;
  private readonly actions: Actions;
  /** Sequential queue: a later request is never handled before an earlier one. */
  private readonly requests: Inbox<WireRequest>;
  private revoked = false;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.session = new CloudSession(options.cloud, () => options.hangUp());
    this.id = this.session.id;
    this.actions = actionsOf(this.session);
    this.requests = new Inbox({
      ...options,
      handle: (request, done) => this.handle(request, done),
      flow: (isOpen) => options.flow(isOpen),
    });
    const { cloud, host } = options;
    this.say('c', { t: 'h', d: { ts: cloud.clock.now(), v: '5', h: host, s: this.id } });
  }

  /** @throws TypeError for what is no message of the protocol */
  receive(text: string): void {
    const message = messageIn(JSON.parse(text));
    if (message.t === 'd') this.requests.push(message.d, text.length);
    else if (message.d.t === 'p') this.say('c', { t: 'o', d: {} });
  }

  /** Does a request wait only for a later turn of the event loop? */
  isPutOff(): boolean {
    return this.requests.isPutOff();
  }

  /** Closes after a loss of the connection below. Deferred work is done first. */
  close(closed: () => void): void {
    const close = () => {
      this.requests.clear();
      this.session.close();
      closed();
    };
    if (this.isPutOff() && !this.revoked) this.requests.finish(close);
    else close();
  }

  private handle({ r, a, b }: WireRequest, done: () => void): void {
    // Nothing is done any more for a token that is too old: whoever comes back asks again.
    if (this.revoked) return;
    const answer = (answered: WireAnswer) => {
      this.say('d', { r, b: answered });
      done();
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
    const refuse = (error: unknown) => answer({ s: 'failure', d: toPortError(error).message });
    const action = Object.hasOwn(this.actions, a) ? this.actions[a] : undefined;
    try {
      if (!action) throw new TypeError(`There is no action ${a.slice(0, 100)}.`);
      checkNesting(b);
      action(bodyIn(b), context);
    } catch (error) {
      refuse(error);
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
