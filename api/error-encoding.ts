/** An error of the domain in the details of a `PortError`, so that the browser gets the typed error back. */
import * as v from 'valibot';
import { type DomainError, domainErrorSchema } from '#domain/errors.ts';

const mark = 'muster';

/** Plain data for a callable's error details. */
export const encodeError = (error: DomainError): Record<string, unknown> => ({ [mark]: { ...error } });

/** The error that `encodeError` wrote; null for anything else. */
export function decodeError(details: unknown): DomainError | null {
  if (typeof details !== 'object' || details === null || !(mark in details)) return null;
  const result = v.safeParse(domainErrorSchema, details[mark]);
  return result.success ? result.output : null;
}
