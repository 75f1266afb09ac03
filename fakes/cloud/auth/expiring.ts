/** Second factors that are asked for or set up: records of an account with an end, removed when it has come. */
import type { RecordMap } from '../records.ts';

/** Sign-ins of an account that wait for its second factor, and authenticator apps that it sets up. The oldest go first. */
export const mostChallenges = 20;
export const mostSetups = 5;

interface Expiring {
  readonly id: string;
  readonly uid: string;
  readonly expiresAt: number;
}

/** Adds a record. Removes expired ones, and the account's oldest ones beyond `most`. */
export function addExpiring<T extends Expiring>(
  records: RecordMap<T>,
  record: T,
  { most, now }: { readonly most: number; readonly now: number },
): void {
  for (const { id, expiresAt } of [...records.values()]) if (expiresAt <= now) records.delete(id);
  const own = [...records.values()].filter(({ uid }) => uid === record.uid);
  for (const { id } of own.slice(0, Math.max(0, own.length - most + 1))) records.delete(id);
  records.set(record.id, record);
}
