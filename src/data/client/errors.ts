/** Errors in sentences for a person: event, consequence, remedy. */
import { type DomainError } from '#domain/errors.ts';
import { decodeError } from '#api/error-encoding.ts';
import type { PasswordFault } from '#ports/auth/auth.ts';
import { PortError, toPortError } from '#ports/errors.ts';
import { causeHidden, sentences } from './error-sentences.ts';

/** The catalogue's error that a function refused with, if it did. */
export const domainErrorFrom = (error: unknown): DomainError | null =>
  error instanceof PortError ? decodeError(error.details) : null;

/** Text of one or two sentences for a person. Never the text of an unknown error: that goes to the console. */
export function explain(error: unknown): string {
  const known = domainErrorFrom(error);
  if (known) return known.message;
  const { code, details } = toPortError(error);
  if (causeHidden.has(code)) report(error);
  if (code === 'auth/password-does-not-meet-requirements')
    return `${weakness(details)} Choose a stronger one.`;
  return sentences[code];
}

const reported = new WeakSet<object>();

/** Writes an error to the browser's console, once, for the operator of this installation. */
function report(error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  console.error('Muster:', error);
}

const faults: Readonly<Record<PasswordFault, string>> = {
  length: 'more characters',
  'too-long': 'fewer characters',
  lowercase: 'a small letter',
  uppercase: 'a capital letter',
  digit: 'a digit',
  symbol: 'a symbol',
};

/** Requirements of a password that the backend names, if any. */
function weakness(details: unknown): string {
  const { missing } = (details ?? {}) as { readonly missing?: unknown };
  const names = Array.isArray(missing)
    ? missing.flatMap((fault) => faults[fault as PasswordFault] ?? [])
    : [];
  return names.length === 0 ? 'This password is too weak.' : `This password needs ${names.join(', ')}.`;
}
