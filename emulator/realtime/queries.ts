/** A client's paths and queries, as the cloud knows them. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import { pathKeys } from '#provider-kit/realtime/checks.ts';
import type { WireListenQuery } from './wire.ts';

/** @throws TypeError */
const keysOf = (path: string | undefined): readonly string[] =>
  pathKeys((path ?? '').split('/').filter(Boolean).join('/'));

// Bounds of the SDK for “after all of this value” and “before all of it”, where no key can be.
const bounds: ReadonlySet<unknown> = new Set(['[MIN_NAME]', '[MAX_NAME]', '', undefined]);
const keyOf = (key: string | undefined) => (bounds.has(key) ? null : (key ?? null));

/** @throws TypeError */
export function listenQueryOf(path: string | undefined, query: WireListenQuery = {}): NormalQuery {
  const { sp, sn, sin = true, ep, en, ein = true, l, vf, i = '.priority' } = query;
  return {
    keys: keysOf(path),
    orderBy: orderOf(i),
    start: sp === undefined ? null : { value: sp, key: keyOf(sn), inclusive: sin },
    end: ep === undefined ? null : { value: ep, key: keyOf(en), inclusive: ein },
    limit: l === undefined ? null : { count: l, from: vf === 'r' ? 'last' : 'first' },
  };
}

function orderOf(index: string): NormalQuery['orderBy'] {
  if (index === '.key') return 'key';
  if (index === '.value') return 'value';
  if (index === '.priority') return 'priority';
  return { child: keysOf(index) };
}
