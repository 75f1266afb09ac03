/** Names and paths of fields, checked against the limits of a provider. */
import { checkName, type FieldPath, parseFieldPath } from './field-path.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import { exceeds } from '../utf8.ts';

/**
 * Parses a field path as `parseFieldPath` does; a text that is longer than the limit is neither parsed nor cached.
 * @throws TypeError
 */
export function fieldPathWithin({ fieldPathBytes }: ArgumentLimits, text: unknown): FieldPath {
  if (typeof text === 'string' && exceeds(text, fieldPathBytes))
    throw new TypeError(`A field’s path must be at most ${fieldPathBytes} bytes long.`);
  return parseFieldPath(text);
}

/** @throws TypeError for a field name that can't be stored */
export function checkFieldName(name: string, { fieldPathBytes }: ArgumentLimits): void {
  if (typeof name !== 'string') throw new TypeError('A field’s name must be a string.');
  checkName(name);
  if (exceeds(name, fieldPathBytes))
    throw new TypeError(`A field’s name must be at most ${fieldPathBytes} bytes long.`);
}
