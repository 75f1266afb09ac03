/** Outcome of a request to a receiver, without the address and the answer. */
import { hour } from '#domain/constants.ts';
import type { AttemptOutcome } from '#domain/webhook/pacing.ts';
import type { Webhook, WebhookEvent, WebhookSecret } from '#domain/webhook/schema.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingAnswer, OutgoingRequest } from '#ports/server/http.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Bytes of an answer that is read: more ends the attempt. */
export const answerBytes = 65_536;

/** Dependencies of a delivery. */
export interface WebhookSending {
  readonly webhook: Webhook;
  readonly secret: WebhookSecret;
  readonly event: WebhookEvent;
  readonly deliveryId: string;
  /** Screen that it leads to. */
  readonly url: string;
}

/** `taken`: called with the answer of a receiver that accepted the request (2xx). */
export async function requestOutcome(
  { http }: Pick<ServerPorts, 'http'>,
  request: OutgoingRequest,
  taken: (answer: OutgoingAnswer) => Promise<void> = () => Promise.resolve(),
): Promise<AttemptOutcome> {
  if (http === null) return failedWith(null, 'Muster can’t send to addresses here.');
  let answer: OutgoingAnswer;
  try {
    answer = await http.send(request);
  } catch (error) {
    // The sentences of request errors contain no address. A TypeError is of an address or token that can’t be sent.
    return failedWith(null, isPortError(error) ? error.message : 'Its address can’t be used.');
  }
  const { status } = answer;
  if (status < 200 || status > 299)
    return { ...failedWith(status, statusSentence(status)), retryAfterMs: retryAfterMs(answer) };
  await taken(answer);
  return { kind: 'delivered', answered: status };
}

const failedWith = (answered: number | null, problem: string) =>
  ({ kind: 'failed', answered, problem, retryAfterMs: null }) as const;

function statusSentence(status: number): string {
  if (status >= 300 && status <= 399)
    return `The receiver answered with a redirect (${status}), which is not followed. Enter the address that it leads to.`;
  if (status === 401 || status === 403) return `The receiver does not let Muster send to it (${status}).`;
  if (status === 404 || status === 410) return `There is no receiver at this address any more (${status}).`;
  if (status === 429) return 'The receiver was sent too much at once (429).';
  return `The receiver answered with an error (${status}).`;
}

/** `Retry-After` in seconds, an hour at most; null for none, and for a date. */
function retryAfterMs({ headers }: OutgoingAnswer): number | null {
  const seconds = /^\d{1,9}(?:\.\d+)?$/u.exec(headers['retry-after'] ?? '')?.[0];
  return seconds === undefined ? null : Math.min(Number(seconds) * 1000, hour);
}
