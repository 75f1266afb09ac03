/** The query of a list: filters, `limit`, and the cursor that the part before gave. */
import { isId, timeRange } from '#domain/base.ts';
import { apiPageSize } from '#api/http/api-resources.ts';
import { fail } from '../kernel/command-failed.ts';

/** A place in a list: the value of its order (0 where that is the id) and the id of the last entry before it. */
export interface ListCursor {
  readonly at: number;
  readonly id: string;
}

export interface ListRequest {
  readonly size: number;
  readonly cursor: ListCursor | null;
  readonly parameters: ReadonlyMap<string, string>;
}

export const cursorText = ({ at, id }: ListCursor): string => `${at}.${id}`;

export function invalidParameter(field: string, rule = `“${field}” does not have one of its values.`): never {
  return fail('invalid', { field, rule }, rule);
}

/** `allowed`: names of further parameters. @throws CommandFailed for one that does not fit or is not known */
export function listRequestOf(
  parameters: ReadonlyMap<string, string>,
  allowed: readonly string[],
): ListRequest {
  for (const name of parameters.keys())
    if (!['cursor', 'limit', ...allowed].includes(name))
      invalidParameter(name.slice(0, 100), 'There is no such parameter. Look at /api/v1/openapi.json.');
  return {
    size: sizeOf(parameters.get('limit')),
    cursor: cursorOf(parameters.get('cursor')),
    parameters,
  };
}

function sizeOf(text: string | undefined): number {
  if (text === undefined) return apiPageSize.usual;
  const size = /^\d{1,4}$/u.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= apiPageSize.most) return size;
  return invalidParameter('limit', `Use a number from 1 to ${apiPageSize.most}.`);
}

function cursorOf(text: string | undefined): ListCursor | null {
  if (text === undefined) return null;
  const [, at = '', id = ''] = /^(-?\d{1,15})\.(.{1,128})$/u.exec(text) ?? [];
  const value = Number(at);
  // A time beyond the range can't be stored, and a query for it neither.
  if (at !== '' && value >= timeRange.first && value <= timeRange.last && isId(id)) return { at: value, id };
  return invalidParameter('cursor', 'Give the cursor as “next” of the part before had it.');
}
