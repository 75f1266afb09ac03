/** Body of a request: one JSON object. */
import { domainError } from '#domain/errors.ts';
import { parseJson } from '#domain/ingest/json.ts';
import { CommandFailed, fail } from '../kernel/command-failed.ts';

/** Code units of a body. */
const longestBody = 256 * 1024;

/** @throws CommandFailed for one that is too long or no object */
export function bodyFields(body: string): object {
  if (body.length > longestBody) fail('payload_too_large', {});
  const value = body.trim() === '' ? {} : parseJson(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  const rule = 'Send the fields of the command as one JSON object.';
  throw new CommandFailed(domainError('invalid', { field: '', rule }, rule));
}
