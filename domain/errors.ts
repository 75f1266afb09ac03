/**
 * The error catalogue: a closed union of values, each with a sentence that says what to do next. Transitions return a
 * `Failure`, they never throw. `api/error-encoding.ts` carries an error to the browser.
 */
import * as v from 'valibot';
import { constants } from './constants.ts';
import { faultPlace, faultSentence, type FieldLabels } from './input-faults.ts';

const message = v.string();
const plain = <const C extends string>(code: C) => v.object({ code: v.literal(code), message });

export const domainErrorSchema = v.variant('code', [
  plain('unauthenticated'),
  plain('forbidden'),
  plain('not_found'),
  v.object({ code: v.literal('invalid'), message, field: v.string(), rule: v.string() }),
  v.object({ code: v.literal('conflict'), message, currentRevision: v.number() }),
  v.object({ code: v.literal('illegal_transition'), message, from: v.string(), to: v.string() }),
  /** `by` is a user id. */
  v.object({ code: v.literal('already_acknowledged'), message, by: v.string() }),
  plain('already_resolved'),
  plain('maintenance_active'),
  plain('no_one_on_call'),
  v.object({ code: v.literal('limit_reached'), message, limit: v.number() }),
  /** `retryAfter` is in seconds. */
  v.object({ code: v.literal('rate_limited'), message, retryAfter: v.number() }),
  plain('payload_too_large'),
  plain('expired'),
  plain('unavailable'),
  /** A document that the command can't do without does not fit its schema. */
  plain('unreadable_record'),
]);

export type DomainError = v.InferOutput<typeof domainErrorSchema>;
export type DomainErrorCode = DomainError['code'];
type ErrorOf<C extends DomainErrorCode> = Extract<DomainError, { code: C }>;
type Details<C extends DomainErrorCode> = Omit<ErrorOf<C>, 'code' | 'message'>;

/** A command that was not carried out, and why. Nothing changed. */
export interface Failure {
  readonly ok: false;
  readonly error: DomainError;
}

const sentences: { readonly [C in DomainErrorCode]: (details: Details<C>) => string } = {
  unauthenticated: () => 'You are signed out. Sign in and try again.',
  forbidden: () => 'You may not do this. Ask an owner of the team to do it for you.',
  not_found: () => 'This does not exist, or you may not see it. Check the link, or ask for access.',
  invalid: ({ rule }) => `Something does not fit: ${rule}`,
  conflict: () => 'Someone changed this while you were working. Look at what is new, then try again.',
  illegal_transition: ({ from, to }) =>
    `This can’t go from “${from}” to “${to}”. Choose one of the states on offer.`,
  already_acknowledged: () =>
    'Someone has acknowledged this already. Ask in the room whether help is wanted.',
  already_resolved: () => 'This is resolved already. Reopen it, or declare a new incident.',
  maintenance_active: () => 'A maintenance window is active. End it first.',
  no_one_on_call: () => 'Nobody is on call for this. Page a person by name.',
  limit_reached: ({ limit }) => `The limit of ${limit} is reached. Remove something first.`,
  rate_limited: ({ retryAfter }) => `That was too much at once. Try again in ${retryAfter} s.`,
  payload_too_large: () => 'This is too large. Send less of it, or share a link instead.',
  expired: () =>
    `This was given more than ${constants.commandExpiryMinutes} minutes ago and not carried out. Look at what is new, then give it again.`,
  unavailable: () => 'The server does not answer. Nothing is lost: try again in a moment.',
  unreadable_record: () =>
    'A record that this needs can’t be read by this version of Muster, so nothing was changed. An admin can see which one under Diagnostics.',
};

/** An error of the catalogue; `sentence` replaces the general one where more is known. */
export function domainError<C extends DomainErrorCode>(
  code: C,
  details: Details<C>,
  sentence?: string,
): ErrorOf<C> {
  const say: (details: Details<C>) => string = sentences[code];
  return { code, message: sentence ?? say(details), ...details } as unknown as ErrorOf<C>;
}

/** Domain error as a failed result. */
export function failure<C extends DomainErrorCode>(code: C, details: Details<C>, sentence?: string): Failure {
  return { ok: false, error: domainError(code, details, sentence) as DomainError };
}

/**
 * Checks a value against a schema; the first fault becomes an `invalid` error that names its field, by its label where it has one.
 * Fields that the schema does not name are left out of the value.
 */
export function check<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  labels: FieldLabels | null = null,
): { readonly ok: true; readonly value: v.InferOutput<S> } | Failure {
  const result = v.safeParse(schema, value, { abortEarly: true, message: faultSentence });
  if (result.success) return { ok: true, value: result.output };
  const [fault] = result.issues;
  const place = faultPlace(fault, labels);
  const rule = place === '' ? fault.message : `${place}: ${fault.message}`;
  return failure('invalid', { field: v.getDotPath(fault) ?? '', rule });
}
