/** Settings of a person's mail in a team: what is sent, and the confirmed address. No client may read them. */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, wholeNumberSchema } from '../base.ts';
import { day, hour } from '../constants.ts';
import { mailAddressSchema } from '../mail-address.ts';
import { type MailChoiceName, type MailChoices, mailChoicesOf } from './choices.ts';
import {
  changedTo,
  type Changed,
  revised,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';

/** `id` is the person's. */
export const mailSettingsSchema = v.object({
  ...entityFields,
  /** Choices (`mailChoicesOf`). Pages come to every confirmed address, as the person's rules have it. */
  notices: v.boolean(),
  /** Absent: as `notices`, which was the choice for all kinds. */
  weeklyDigest: v.exactOptional(v.boolean()),
  shiftReminders: v.exactOptional(v.boolean()),
  /** Null: none is confirmed, and nothing is sent. */
  address: v.nullable(mailAddressSchema),
  confirmedAt: v.nullable(epochMsSchema),
  /** Address that a confirmation was sent to, in the place of the one before once it is confirmed. */
  pendingAddress: v.nullable(mailAddressSchema),
  /** Why the confirmation could not be sent, for its person; null: it was, or is under way. */
  pendingFailure: v.optional(v.nullable(v.string()), null),
  /** Why nothing can be sent to the address, for its person; null: nothing is known against it. */
  failure: v.nullable(v.string()),
  failedAt: v.nullable(epochMsSchema),
  /** Secret of the link that ends notices. */
  noticeKey: v.string(),
  /** Time at which the person last answered a page from a mail. */
  provedAt: v.nullable(epochMsSchema),
});
export type MailSettings = v.InferInput<typeof mailSettingsSchema>;

/** Confirmation that waits for its link to be opened; `id` is the person's, so that a new one takes the place of the one before. */
export const mailConfirmationSchema = v.object({
  ...entityFields,
  address: mailAddressSchema,
  /** Digest of the secret in the link. */
  digest: v.string(),
  expiresAt: epochMsSchema,
});
export type MailConfirmation = v.InferInput<typeof mailConfirmationSchema>;

/** Confirmations of one day: of a person, or to an address; the id is a digest. */
export const mailRateSchema = v.object({
  id: idSchema,
  sinceAt: epochMsSchema,
  count: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
});
export type MailRate = v.InferInput<typeof mailRateSchema>;

export const isSameAddress = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase();

export interface MailRequest extends Partial<MailChoices> {
  readonly notices: boolean;
  readonly id: string;
  readonly teamId: string;
  readonly address: string;
  /** Whether it needs no confirmation: it is the account's own, which is verified. */
  readonly verified: boolean;
  /** Secret for the first time. */
  readonly noticeKey: string;
}

/** `before` null: the person had none. An address that is not confirmed stands beside the one before, which counts until then. */
export function saveMailSettings(
  before: MailSettings | null,
  { id, teamId, address, verified, noticeKey, ...chosen }: MailRequest,
  context: TransitionContext,
): Changed<MailSettings, never> {
  const { now, by } = context;
  const state: MailSettings = before ?? {
    ...{ id, teamId, createdAt: now, createdBy: by, revision: 0, notices: chosen.notices, noticeKey },
    ...{
      address: null,
      confirmedAt: null,
      pendingAddress: null,
      pendingFailure: null,
      failure: null,
      failedAt: null,
      provedAt: null,
    },
  };
  const isKnown = isSameAddress(state.address, address);
  const change = isKnown
    ? nothingPending
    : verified
      ? { ...confirmed(address, now), ...nothingPending }
      : { pendingAddress: address, pendingFailure: null };
  const next = { ...state, ...change, ...mailChoicesOf({ ...state, ...chosen }) };
  return changedTo({ ...next, revision: state.revision + 1 }, context);
}

const nothingPending = { pendingAddress: null, pendingFailure: null } as const;

const confirmed = (address: string, now: number) => ({
  address,
  confirmedAt: now,
  failure: null,
  failedAt: null,
});

/** The person has opened the link that was sent to the address. */
export function confirmMailAddress(
  state: MailSettings,
  address: string,
  context: TransitionContext,
): Changed<MailSettings, never> {
  if (!isSameAddress(state.pendingAddress, address)) return unchanged(state);
  return transitioned(state, { ...confirmed(address, context.now), ...nothingPending }, context);
}

/** No mail reaches the address: it counts no more until its person confirms one again. */
export function failMailAddress(
  state: MailSettings,
  address: string,
  reason: string,
  context: TransitionContext,
): Changed<MailSettings, never> {
  if (!isSameAddress(state.address, address)) return unchanged(state);
  const change = { address: null, confirmedAt: null, failure: reason, failedAt: context.now };
  return transitioned(state, change, context);
}

/** The confirmation of the address could not be sent. */
export function failConfirmation(
  state: MailSettings,
  address: string,
  reason: string,
  context: TransitionContext,
): Changed<MailSettings, never> {
  if (!isSameAddress(state.pendingAddress, address)) return unchanged(state);
  return transitioned(state, { pendingFailure: reason }, context);
}

/** Ends mails of these kinds; other kinds are unchanged. */
export function endMailChoices(state: MailSettings, names: readonly MailChoiceName[]): MailSettings {
  const choices = mailChoicesOf(state);
  if (!names.some((name) => choices[name])) return state;
  return revised(state, { ...choices, ...Object.fromEntries(names.map((name) => [name, false])) });
}

/** The rate with one more confirmation; `retryAfter`: seconds until the next may be sent. */
export function countConfirmation(
  before: MailRate | null,
  id: string,
  most: number,
  now: number,
): { readonly rate: MailRate } | { readonly retryAfter: number; readonly sentence: string } {
  const isOver = before === null || now - before.sinceAt >= day || now < before.sinceAt;
  const rate = isOver ? { id, sinceAt: now, count: 0 } : before;
  if (rate.count < most) return { rate: { ...rate, count: rate.count + 1 } };
  const retryAfter = Math.ceil((rate.sinceAt + day - now) / 1000);
  const hours = Math.max(1, Math.ceil((retryAfter * 1000) / hour));
  return { retryAfter, sentence: `At most ${most} confirmations are sent a day. Try again in ${hours} h.` };
}
