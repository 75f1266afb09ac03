/** Messages of the websocket, version 5 of the protocol. */
import type { Json } from '#ports/shared.ts';

/** A query as a client says it; what it does not limit is absent. */
export interface WireListenQuery {
  /** Start: value, key, and whether it is part of the range. */
  readonly sp?: null | boolean | number | string;
  readonly sn?: string;
  readonly sin?: boolean;
  /** End, likewise. */
  readonly ep?: null | boolean | number | string;
  readonly en?: string;
  readonly ein?: boolean;
  /** Limit, and from which side: `l` or `r`. */
  readonly l?: number;
  readonly vf?: string;
  /** Order: `.key`, `.value`, `.priority`, or a path below each child. Default `.priority`. */
  readonly i?: string;
}

/** Body of a request; its fields depend on the action. */
export interface WireBody {
  /** Path. */
  readonly p?: string;
  /** Data. */
  readonly d?: Json;
  readonly q?: WireListenQuery;
  /** Tag, by which a client knows its query again. */
  readonly t?: number;
  /** Hash of what the client holds. */
  readonly h?: string;
  readonly cred?: string;
}

export interface WireRequest {
  readonly r: number;
  readonly a: string;
  readonly b: WireBody;
}

export type FromClient =
  | { readonly t: 'd'; readonly d: WireRequest }
  | { readonly t: 'c'; readonly d: { readonly t: string } };

export interface WireAnswer {
  /** `ok`, or what went wrong. */
  readonly s: string;
  readonly d: Json;
}

export const ok = (data: Json = {}): WireAnswer => ({ s: 'ok', d: data });

/** Said without being asked: data (`d`, `m`), a listen that has ended (`c`), a token that is no longer good (`ac`). */
export interface WirePush {
  readonly a: 'd' | 'm' | 'c' | 'ac';
  readonly b: Readonly<Record<string, Json>>;
}
