/** Sender of web push: signed by VAPID (RFC 8292), encrypted for each subscription (RFC 8291). */
import { request } from 'node:https';
import { Agent } from 'node:https';
import type { OutgoingPush } from '#ports/server/server.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { VapidKeys } from './vapid-keys.ts';
import { publicAgent, type PushSubscriptionAddress } from './push-services.ts';

export interface PushServiceSenderOptions {
  /** Address at which a push service may write about this sender: `mailto:` or `https:`. */
  readonly contact: string;
  /** Hosts of push services beside the browsers' own, with their ports; they may be in a private network. */
  readonly services?: readonly string[];
  /** Certificates to trust for those, as PEM. Default: Node's. */
  readonly authorities?: readonly string[];
}

export interface PushDispatch {
  readonly timeToLiveSeconds: number;
  readonly urgency: NonNullable<OutgoingPush['urgency']>;
  /** At most 32 characters of base64url: a later message of the topic takes the place of one that still waits at the push service. */
  readonly topic: string | null;
}

/** `gone`: the subscription no longer exists. `declined`: the service never takes this message. */
export type PushOutcome = 'accepted' | 'gone' | 'declined';

/** A push service that can't be reached, or takes the message later. */
export class PushServiceUnavailable extends Error {
  override readonly name = 'PushServiceUnavailable';
  /** `Retry-After` in milliseconds; 0 without one. */
  readonly retryAfterMs: number;

  constructor(why: string, retryAfterMs = 0) {
    super(`The push service did not take a message: ${why}.`);
    this.retryAfterMs = retryAfterMs;
  }
}

const timeoutMs = 10_000;
/** Of the push protocol (RFC 8030): the subscription is not there, or not any more. */
const goneCodes = new Set([404, 410]);
/** Of requests that may be taken later. */
const passingCodes = new Set([408, 425, 429]);

export class PushServiceSender {
  private readonly keys: VapidKeys;
  private readonly options: PushServiceSenderOptions;
  private readonly agent = publicAgent();
  private readonly ownAgent: Agent;

  constructor(keys: VapidKeys, options: PushServiceSenderOptions) {
    this.keys = keys;
    this.options = options;
    const { authorities = [] } = options;
    this.ownAgent = new Agent({ keepAlive: true, ...(authorities.length > 0 && { ca: [...authorities] }) });
  }

  /** @throws PushServiceUnavailable */
  async send(
    address: PushSubscriptionAddress,
    text: string,
    { timeToLiveSeconds, urgency, topic }: PushDispatch,
  ): Promise<PushOutcome> {
    // Node finds no names in this package of CommonJS; types have them all the same.
    const { generateRequestDetails } = (await import('web-push')).default;
    const { endpoint, headers, body } = generateRequestDetails(address, text, {
      vapidDetails: { subject: this.options.contact, ...this.keys },
      TTL: timeToLiveSeconds,
      urgency,
      ...(topic !== null && { topic }),
    });
    const { status, retryAfter } = await this.post(endpoint, headers, body);
    if (status >= 200 && status < 300) return 'accepted';
    if (goneCodes.has(status)) return 'gone';
    if (status >= 400 && status < 500 && !passingCodes.has(status)) return 'declined';
    throw new PushServiceUnavailable(`status ${status}`, retryAfter > 0 ? retryAfter * 1000 : 0);
  }

  /** Ends idle connections. */
  close(): void {
    this.agent.destroy();
    this.ownAgent.destroy();
  }

  private post(
    endpoint: string,
    headers: Readonly<Record<string, string | number>>,
    body: Buffer | null,
  ): Promise<{ readonly status: number; readonly retryAfter: number }> {
    const isOwn = this.options.services?.includes(new URL(endpoint).host) ?? false;
    return new Promise((resolve, reject) => {
      const sent = request(endpoint, {
        method: 'POST',
        headers: { ...headers },
        agent: isOwn ? this.ownAgent : this.agent,
      });
      const timer = setTimeout(
        guardListener(() => sent.destroy(new Error('it took too long'))),
        timeoutMs,
      );
      sent.on(
        'error',
        guardListener((error: Error) => {
          clearTimeout(timer);
          reject(new PushServiceUnavailable(error.message));
        }),
      );
      sent.on(
        'response',
        guardListener((response) => {
          clearTimeout(timer);
          // Its text is of no use, and may have no end.
          response.on('error', () => {});
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number(response.headers['retry-after'] ?? 0),
          });
          if (Number(response.headers['content-length'] ?? Infinity) <= 10_000) response.resume();
          else response.destroy();
        }),
      );
      sent.end(body ?? undefined);
    });
  }
}
