/**
 * Canonical state at the end of a history: a form in which two histories that differ in nothing but ids compare as equal. A generated id
 * is named after what the document with that id says, the ids in it left out; so which thing speaks of which still counts.
 */
import { Timestamp } from '#ports/docs/values.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';

interface StoredDoc {
  readonly path: string;
  readonly data: unknown;
}

/** Whether a field may differ: then only its presence is compared. */
export type Blur = (path: string, field: string) => boolean;

const generated = /\b[A-Za-z0-9]{20}\b/gu;

export function canonicalState(cloud: FakeCloud, blur: Blur): readonly string[] {
  const { docs, realtime } = cloud.snapshot().services as {
    docs: { docs: readonly StoredDoc[] };
    realtime: { tree: unknown };
  };
  // A message that is sent again is noted again.
  const kept = docs.docs.filter(({ path }) => !path.includes('/integrationEvents/'));
  const texts = kept.map(({ path, data }) => ({
    id: path.slice(path.lastIndexOf('/') + 1),
    text: `${path} ${JSON.stringify(plain(data, (field) => blur(path, field)))}`,
  }));
  const names = new Map<string, string>();
  for (const { id, text } of texts)
    names.set(id, `${names.get(id) ?? ''}‹${text.replaceAll(generated, '#')}›`);
  const short = new Map([...names].map(([id, name]) => [id, `#${digest(name)}`]));
  const named = (text: string) => text.replaceAll(generated, (id) => short.get(id) ?? '#');
  return [
    ...texts.map(({ text }) => named(text)).toSorted(),
    `realtime ${named(JSON.stringify(plain(withoutPhantoms(realtime.tree, names), isSweepTime)))}`,
  ];
}

/** Time of the last sweep. */
const isSweepTime = (field: string) => field === 'lastAt';

/** A private room is closed before it is there; where it then never came to be, that harms nobody. */
function withoutPhantoms(tree: unknown, known: ReadonlyMap<string, unknown>): unknown {
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, part]) => {
      if (key !== 'private') return [[key, withoutPhantoms(part, known)]];
      const rooms = Object.entries(part as object).filter(([id]) => known.has(id));
      return rooms.length > 0 ? [[key, Object.fromEntries(rooms)]] : [];
    }),
  );
}

/** Keys in order, times as numbers. */
function plain(value: unknown, blurred: (field: string) => boolean): unknown {
  if (value instanceof Timestamp) return value.toMillis();
  if (Array.isArray(value)) return value.map((item) => plain(item, blurred));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, part]) => [key, blurred(key) && part !== null ? 'any' : plain(part, blurred)]),
  );
}

/** FNV-1a: short, and the same everywhere. */
export function digest(text: string): string {
  let word = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  return (word >>> 0).toString(36);
}
