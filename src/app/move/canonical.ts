/** Canonical texts of moved records, and digests of many that do not depend on their order. */
import { createHash } from 'node:crypto';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { pack } from '#provider-kit/plain-json.ts';
import { encodeMessage } from '#query/value-codec.ts';

/** The same text for equal values, whatever the order of their fields: NaN, -0, bytes and classes of documents as themselves. */
export const canonicalText = (value: unknown): string => JSON.stringify(inOrder(pack(encodeMessage(value))));

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isPlainObject(value)) return value;
  const names = Object.keys(value).toSorted();
  // Names that are numbers come first in every object: lists of pairs keep their order.
  return { fields: names.map((name) => [name, inOrder(value[name])]) };
}

const modulus = 2n ** 256n;

/** Count and digest of records: sum of the SHA-256 of each. */
export class RecordSums {
  private readonly groups = new Map<string, { count: number; sum: bigint }>();

  add(group: string, text: string): void {
    const known = this.groups.get(group) ?? { count: 0, sum: 0n };
    this.groups.set(group, known);
    const hash = createHash('sha256').update(text).digest('hex');
    known.count++;
    known.sum = (known.sum + BigInt(`0x${hash}`)) % modulus;
  }

  counts(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.groups, ([group, { count }]) => [group, count]));
  }

  /** Groups whose counts or digests are not those of `other`. */
  differing(other: RecordSums): readonly string[] {
    const all = new Set([...this.groups.keys(), ...other.groups.keys()]);
    return [...all].filter((group) => {
      const [one, two] = [this.groups.get(group), other.groups.get(group)];
      return one?.count !== two?.count || one?.sum !== two?.sum;
    });
  }
}

/** Group of a record: of a document its collection with stars for ids, else its part. */
export function movedGroup(part: string, key: string): string {
  if (part !== 'documents') return part;
  const names = key.split('/').map((name, at) => (at % 2 === 0 ? name : '*'));
  return names.slice(0, -1).join('/');
}
