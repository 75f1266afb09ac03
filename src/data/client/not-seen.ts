/** Documents that this device has not read while it was connected: missing from the cache, which says nothing about their existence. */
import { PortError } from '#ports/errors.ts';

interface ListData {
  readonly items: readonly unknown[];
  readonly fromCache?: boolean;
  readonly knownEmpty?: boolean;
}

/** Whether a list may lack what the server has. */
export const mayLack = ({ fromCache = false, knownEmpty = false }: ListData): boolean =>
  fromCache && !knownEmpty;

/** Whether a list is empty only because this device has not read it. */
export const isNotSeen = (list: ListData): boolean => list.items.length === 0 && mayLack(list);

/** Error of a query without an answer of the server or the cache; the query goes on. */
export const notSeen = new PortError('unavailable', 'This device has not read it while it was connected.');
