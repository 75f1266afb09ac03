/** Listens of a client: the current value, then every change, under the tag that the client has given the query. */
import { hashOf } from '#fakes/cloud/realtime/hash.ts';
import { fromWire } from '#query/tree/node.ts';
import type { ListenEvent } from '#query/tree/protocol.ts';
import type { PortError } from '#ports/errors.ts';
import type { Json, Unsubscribe } from '#ports/shared.ts';
import type { CloudSession } from './cloud-session.ts';
import { listenQueryOf } from './queries.ts';
import { ok, type WireAnswer, type WireBody, type WirePush, type WireListenQuery } from './wire.ts';

export interface ListensContext {
  readonly session: CloudSession;
  push(message: WirePush): void;
  answer(answer: WireAnswer): void;
  refuse(error: PortError): void;
  /** A listen has ended after it was answered. @returns whether more is said than that */
  ended(error: PortError): boolean;
}

export class WireListens {
  private readonly open = new Map<string, Unsubscribe>();

  listen(body: WireBody, context: ListensContext): void {
    const { q, t, h = '' } = body;
    const query = listenQueryOf(body.p, q);
    const id = idOf(query.keys, t);
    const tag = t === undefined ? {} : { t };
    const path = query.keys.join('/');
    this.open.get(id)?.();
    let answered = false;
    const first = ({ patches, lacksIndex }: ListenEvent) => {
      answered = true;
      const value = patches[0]?.value ?? null;
      if (!isHeld(value, h)) context.push({ a: 'd', b: { p: path, d: value, ...tag } });
      context.answer(ok(lacksIndex ? { w: ['no_index'] } : {}));
    };
    const close = context.session.listen(query, {
      event: (event) => {
        if (answered) context.push(changed(query.keys, event.patches, tag));
        else first(event);
      },
      end: (error) => {
        if (this.open.get(id) === close) this.open.delete(id);
        if (!answered) context.refuse(error);
        else if (!context.ended(error)) context.push(revoked(path, q));
      },
    });
    this.open.set(id, close);
  }

  unlisten({ p, q, t }: WireBody): void {
    const id = idOf(listenQueryOf(p, q).keys, t);
    this.open.get(id)?.();
    this.open.delete(id);
  }
}

const idOf = (keys: readonly string[], tag: number | undefined) => `${tag ?? ''} ${keys.join('/')}`;

const isHeld = (value: Json, hash: string) =>
  hash === '' ? value === null : hashOf(fromWire(value)) === hash;

/** All of one moment in one message: a client must not show half of it. */
function changed(
  place: readonly string[],
  patches: ListenEvent['patches'],
  tag: { readonly t?: number },
): WirePush {
  const [only] = patches;
  if (only && patches.length === 1)
    return { a: 'd', b: { p: [...place, ...only.keys].join('/'), d: only.value, ...tag } };
  const data = Object.fromEntries(patches.map(({ keys, value }) => [keys.join('/'), value]));
  return { a: 'm', b: { p: place.join('/'), d: data, ...tag } };
}

const revoked = (path: string, query: WireListenQuery | undefined): WirePush => ({
  a: 'c',
  b: query === undefined ? { p: path } : { p: path, q: [query as Json] },
});
