/**
 * Checks of the payloads of documents: of requests and queries as a whole, of writes their outer form. Fields' values are checked as a
 * write is applied.
 */
import * as v from 'valibot';
import type { Aggregate, Write } from '#ports/docs/docs.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { Query } from '#ports/docs/query.ts';
import {
  checkBy,
  fields,
  idText,
  type PayloadChecks,
  portField,
  payloadRecord,
  text,
  wholeNumber,
} from '../payloads.ts';
import { platformPath, platformQuery } from '#firebase-rules/platform/arguments.ts';
import { platformLimits } from '#firebase-rules/platform/planner.ts';
import type { DocsRequests, Listened, StreamRequest } from './protocol.ts';

type DocsPayloads = { readonly [name in keyof DocsRequests]: DocsRequests[name]['payload'] } & {
  readonly stream: StreamRequest;
};

const longestPath = 10_000;
/** Writes of one commit, and documents that it relies on. Their bytes have a limit of their own. */
const mostWrites = 100_000;

const docPath = portField(platformPath);
const place = text(longestPath);
const query = portField((value) => platformQuery(shaped(value)));
const fieldPath = text(platformLimits.fieldPathBytes);
const version = wholeNumber();

/** The lists of a query are lists, at each depth. @throws TypeError */
function shaped(value: unknown): Query {
  if (!isPlainObject(value)) throw new TypeError('a query is expected.');
  for (const name of ['where', 'orderBy']) if (value[name] !== undefined) checkList(value[name]);
  for (const filter of (value['where'] ?? []) as readonly unknown[]) checkFilter(filter);
  for (const order of (value['orderBy'] ?? []) as readonly unknown[]) objectOf(order);
  for (const name of ['start', 'end']) {
    if (value[name] === undefined) continue;
    const { values, at } = objectOf(value[name]);
    if (values !== undefined) checkList(values);
    if (at !== undefined) objectOf(at);
  }
  return value as unknown as Query;
}

function checkFilter(filter: unknown): void {
  const parts = objectOf(filter);
  for (const name of ['and', 'or'])
    if (name in parts) for (const inner of checkList(parts[name])) checkFilter(inner);
}

function checkList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('a list is expected.');
  return value;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw new TypeError('an object is expected.');
  return value;
}

const writesField = portField((value) => {
  const writes = checkList(value);
  if (writes.length > mostWrites) throw new TypeError(`a commit has at most ${mostWrites} writes.`);
  for (const write of writes) checkWrite(objectOf(write));
  return writes as readonly Write[];
});

function checkWrite({ type, path, data, changes, merge }: Readonly<Record<string, unknown>>): void {
  platformPath(path);
  if (type === 'delete') return;
  if (type === 'update') objectOf(changes);
  else if (type === 'set') {
    objectOf(data);
    if (merge === undefined || merge === true) return;
    if (!checkList(merge).every((name) => typeof name === 'string'))
      throw new TypeError('merge must be true or a list of fields.');
  } else throw new TypeError('a write must be a set, an update or a delete.');
}

const aggregate = v.union([
  fields({ count: v.literal(true) }),
  fields({ sum: fieldPath }),
  fields({ average: fieldPath }),
]);

const listened = portField((value): Listened => {
  const what = objectOf(value);
  if ('query' in what) return { query: platformQuery(shaped(what['query'])) };
  return { doc: platformPath(what['doc']) };
});

const queue = v.nullable(idText);

export const docsPayloads: PayloadChecks<DocsPayloads> = {
  get: checkBy(fields({ path: docPath })),
  find: checkBy(fields({ query })),
  aggregate: checkBy(
    fields({ query, aggregates: payloadRecord(aggregate, { longestName: longestPath, most: 100 }) }),
  ) as PayloadChecks<{
    aggregate: { query: Query; aggregates: Readonly<Record<string, Aggregate>> };
  }>['aggregate'],
  collections: checkBy(fields({ parent: place })),
  documents: checkBy(fields({ collection: place })),
  commit: checkBy(
    fields({
      queue,
      mutation: idText,
      writes: writesField,
      readings: v.pipe(
        v.array(fields({ path: docPath, version: v.nullable(v.union([version, v.literal('any')])) })),
        v.maxLength(mostWrites),
      ),
    }),
  ),
  listen: checkBy(
    fields({
      target: wholeNumber(),
      what: listened,
      resume: v.nullable(
        fields({
          epoch: idText,
          since: version,
          paths: v.exactOptional(v.pipe(v.array(place), v.maxLength(mostWrites))),
        }),
      ),
    }),
  ),
  unlisten: checkBy(fields({ target: wholeNumber() })),
  stream: checkBy(fields({ queue, resumable: v.exactOptional(v.boolean()) })),
};
