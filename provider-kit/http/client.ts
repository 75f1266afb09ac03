/** The shell of `ServerHttp`: every rule of the port, over a provider's network. */
import { isPortError } from '#ports/errors.ts';
import { createCanceller } from '../cancel.ts';
import type { CancelSignal } from '#ports/shared.ts';
import type { AnswerVersion, OutgoingAnswer, OutgoingRequest, ServerHttp } from '#ports/server/http.ts';
import { type HttpHopAnswer, type HttpNetwork, httpError } from './network.ts';
import { type HttpPlace, placeOf } from './place.ts';
import { isPublicAddress } from './public-address.ts';
import { checkedRequest, type CheckedRequest } from './request.ts';

export interface ServerHttpOptions {
  /**
   * Names that may lead anywhere, also into a private network: `calendar.lan`, or `calendar.lan:8080` for a port of its own. Default none.
   */
  readonly allowedHosts?: readonly string[];
}

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function createServerHttp(network: HttpNetwork, options: ServerHttpOptions = {}): ServerHttp {
  const allowed: ReadonlySet<string> = new Set(
    (options.allowedHosts ?? []).map((host) => host.toLowerCase()),
  );
  return {
    async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
      const checked = checkedRequest(request);
      const first = placeOf(checked.url, allowed);
      return within(network, checked.timeoutMs, (signal) => follow(network, allowed, checked, first, signal));
    },
  };
}

/** @throws PortError of the refusal `time` */
function within<T>(
  network: HttpNetwork,
  timeoutMs: number,
  run: (signal: CancelSignal) => Promise<T>,
): Promise<T> {
  const canceller = createCanceller();
  return new Promise<T>((resolve, reject) => {
    const stopTimer = network.setTimer(() => {
      reject(httpError('time'));
      canceller.cancel();
    }, timeoutMs);
    run(canceller.signal)
      .then(resolve, reject)
      .finally(() => {
        stopTimer();
        canceller.cancel();
      });
  });
}

async function follow(
  network: HttpNetwork,
  allowed: ReadonlySet<string>,
  request: CheckedRequest,
  first: HttpPlace,
  signal: CancelSignal,
): Promise<OutgoingAnswer> {
  let place = first;
  for (let count = 0; ; count++) {
    const answer = await exchange(network, allowed, request, { place, first }, signal);
    if (!(answer.status >= 100 && answer.status <= 999)) throw httpError('connection');
    const target = answer.headers['location'];
    if (request.method !== 'GET' || !redirects.has(answer.status) || target === undefined)
      return { ...answer, body: await bodyOf(answer, request.maxBytes), version: versionOf(answer) };
    if (count === mostRedirects) throw httpError('redirects');
    const next = placeOf(target, allowed, place);
    if (place.secure && !next.secure) throw httpError('downgrade');
    place = next;
  }
}

async function exchange(
  network: HttpNetwork,
  allowed: ReadonlySet<string>,
  request: CheckedRequest,
  { place, first }: { readonly place: HttpPlace; readonly first: HttpPlace },
  signal: CancelSignal,
): Promise<HttpHopAnswer> {
  const address = await reachable(network, allowed, place);
  if (signal.aborted) throw httpError('time');
  const { method, body, maxBytes } = request;
  const own = place.origin === first.origin ? request.headers : {};
  const headers = {
    'user-agent': 'Muster',
    accept: '*/*',
    ...own,
    ...request.conditions,
    host: place.host,
    'accept-encoding': 'gzip',
  };
  const { secure, name, port, path } = place;
  return network.exchange({ secure, name, port, path, address, method, body, maxBytes, headers }, signal);
}

/** The address to connect to. A name with any non-public address is rejected as a whole, as a defence against server-side request forgery. */
async function reachable(
  network: HttpNetwork,
  allowed: ReadonlySet<string>,
  place: HttpPlace,
): Promise<string> {
  const addresses = place.isLiteral ? [place.name] : await network.lookUp(place.name);
  const [address] = addresses;
  if (address === undefined) throw httpError('look-up');
  if (!allowed.has(place.host) && !addresses.every(isPublicAddress)) throw httpError('private');
  return address;
}

/** Leaving the loop early ends the connection. */
async function bodyOf({ status, body }: HttpHopAnswer, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (status === 304) return new Uint8Array();
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > maxBytes) throw httpError('size');
      pieces.push(piece);
    }
  } catch (error) {
    throw isPortError(error) ? error : httpError('connection');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const versionOf = ({ headers }: HttpHopAnswer): AnswerVersion => ({
  etag: headers['etag'] ?? null,
  lastModified: headers['last-modified'] ?? null,
});
