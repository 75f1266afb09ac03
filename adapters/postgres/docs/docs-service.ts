/** Documents over the connection between browser and server. */
import type { Query } from '#ports/docs/query.ts';
import type { Write } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ChangeHint, HintingBackend } from '#sync/hinting-backend.ts';
import { CurrentSignal } from '#sync/signal.ts';
import type { Commit, Connection, Expectation } from '#sync/transport.ts';
import { checkedInput, objectInput } from '../wire/input.ts';
import type { Peer, WireService } from '../wire/peer.ts';
import { hintingBackend } from './hinting-backend.ts';
import { checkedPath, checkedQuery, checkedWrite } from './limits.ts';
import type { PostgresDocs } from './postgres-docs.ts';

/** Characters of the id of a commit or queue. */
const longestId = 300;
/** Writes of one commit, and documents that it relies on. */
const mostWrites = 20_000;

/** `watch` publishes hints to all connections of this process. */
export function docsService(
  store: PostgresDocs,
  watch: (next: (hint: ChangeHint) => void) => Unsubscribe,
): WireService {
  const backends = new WeakMap<Peer, HintingBackend>();
  const backendOf = (peer: Peer): HintingBackend => {
    const known = backends.get(peer);
    if (known) return known;
    const identity = new CurrentSignal(peer.caller()?.uid ?? null);
    peer.onIdentity(() => identity.set(peer.caller()?.uid ?? null));
    const backend = hintingBackend(store, {
      caller: () => peer.caller(),
      watch,
      connection: new CurrentSignal<Connection>('online'),
      identity,
    });
    backends.set(peer, backend);
    return backend;
  };
  return {
    calls: {
      'docs.get': (input, peer) => backendOf(peer).get(checkedInput(() => checkedPath(input))),
      'docs.find': (input, peer) => backendOf(peer).find(checkedInput(() => queryOf(input))),
      'docs.commit': (input, peer) => backendOf(peer).commit(checkedInput(() => commitOf(input))),
      async 'docs.landed'(input, peer) {
        const { queue, after } = objectInput(input);
        if (!isId(queue) || !Number.isFinite(after)) throw invalid('A queue and a version are expected.');
        return backendOf(peer).landed(queue, Number(after));
      },
    },
    streams: {
      'docs.watch': (_input, peer, observer) => backendOf(peer).watch((hint) => observer.next(hint)),
    },
  };
}

const invalid = (message: string) => new PortError('invalid-argument', message);

function listOf(value: unknown, most = mostWrites): readonly unknown[] {
  if (Array.isArray(value) && value.length <= most) return value;
  throw invalid(`A list of at most ${most} is expected.`);
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestId;

/** The checks of arguments rely on types that a caller in the same program has. */
function queryOf(value: unknown): Query {
  const query = objectInput(value);
  for (const name of ['where', 'orderBy'])
    if (query[name] !== undefined) for (const part of listOf(query[name])) checkFilter(part, 1);
  for (const name of ['start', 'end']) {
    if (query[name] === undefined) continue;
    const { values, at } = objectInput(query[name]);
    if (values !== undefined) listOf(values);
    if (at !== undefined) objectInput(at);
  }
  return checkedQuery(query as unknown as Query);
}

/** Levels of filters within filters. */
const mostFilterLevels = 50;

function checkFilter(value: unknown, level: number): void {
  const filter = objectInput(value);
  if (level > mostFilterLevels) throw invalid(`Filters are nested at most ${mostFilterLevels} times.`);
  for (const name of ['and', 'or'])
    if (name in filter) for (const inner of listOf(filter[name])) checkFilter(inner, level + 1);
}

function commitOf(value: unknown): Commit {
  const { id, queue, writes, expects } = objectInput(value);
  if (!isId(id) || !(queue === null || isId(queue)))
    throw invalid('A commit has an id, and a queue or none.');
  return {
    id,
    queue,
    writes: listOf(writes).map(writeOf),
    expects: listOf(expects).map(expectationOf),
  };
}

function writeOf(value: unknown): Write {
  const write = objectInput(value);
  const { type, data, changes, merge } = write;
  if (type === 'set') {
    objectInput(data);
    if (merge !== undefined && merge !== true && !listOf(merge).every((name) => typeof name === 'string'))
      throw invalid('merge is true or a list of fields.');
  } else if (type === 'update') objectInput(changes);
  else if (type !== 'delete') throw invalid('A write is a set, an update or a delete.');
  return checkedWrite(write as unknown as Write);
}

function expectationOf(value: unknown): Expectation {
  const { path, version } = objectInput(value);
  if (version !== null && !Number.isSafeInteger(version))
    throw invalid('A version is a whole number or null.');
  return { path: checkedPath(path), version: version === null ? null : Number(version) };
}
