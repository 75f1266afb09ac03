/** Check of queries as they arrive: one that is kept is asked about the writes of everybody else. */
import { PortError } from '#ports/errors.ts';
import { isPlainObject } from '#ports/docs/own.ts';
import type { NormalQuery } from '#ports/realtime/checks.ts';

/** The query, if it has the shape of its type. @throws PortError invalid-argument */
export function checkQuery(query: NormalQuery): NormalQuery {
  if (!isQuery(query)) throw new PortError('invalid-argument', 'That is no query of the realtime tree.');
  return query;
}

const isQuery = (query: unknown): boolean =>
  isPlainObject(query) &&
  areKeys(query['keys']) &&
  isOrder(query['orderBy']) &&
  isEdge(query['start']) &&
  isEdge(query['end']) &&
  isLimit(query['limit']);

const areKeys = (keys: unknown): boolean =>
  Array.isArray(keys) && keys.every((key) => typeof key === 'string' && key !== '');

const isOrder = (order: unknown): boolean =>
  order === 'key' ||
  order === 'value' ||
  order === 'priority' ||
  (isPlainObject(order) && areKeys(order['child']));

const isEdge = (edge: unknown): boolean =>
  edge === null ||
  (isPlainObject(edge) &&
    isPlain(edge['value']) &&
    (edge['key'] === null || typeof edge['key'] === 'string') &&
    typeof edge['inclusive'] === 'boolean');

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));

const isLimit = (limit: unknown): boolean =>
  limit === null ||
  (isPlainObject(limit) &&
    Number.isSafeInteger(limit['count']) &&
    Number(limit['count']) > 0 &&
    (limit['from'] === 'first' || limit['from'] === 'last'));
