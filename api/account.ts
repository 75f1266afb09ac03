/**
 * Calls of a person about their own account, whatever teams they are in. These calls name no team and carry no id: each may be made
 * again, and then does what is left to do.
 */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { recoveryDigestSchema } from '#domain/account/recovery-codes.ts';
import { constants, limits } from '#domain/constants.ts';
import { check, type Failure } from '#domain/errors.ts';
import { fieldLabels } from './field-labels.ts';

export const accountCatalogue = {
  /**
   * Leaves all teams and deletes the account, its profile, picture, devices and open invites. `typed`: `deletionPhrase`. `successors`:
   * by team id, who takes over what the person holds there; teams in which nothing has to be handed over may be left out.
   * @throws invalid, forbidden: a team is in the way, or the last proof is too old
   */
  deleteAccount: v.object({
    typed: v.pipe(v.string(), v.maxLength(limits.mailAddress)),
    successors: v.record(idSchema, idSchema),
  }),
  /** Digests of codes that the caller's browser has drawn; those from before are worth nothing then. @throws forbidden: the last proof is too old */
  makeRecoveryCodes: v.object({
    digests: v.pipe(
      v.array(recoveryDigestSchema),
      v.length(constants.recoveryCodes),
      v.check((digests) => new Set(digests).size === digests.length, 'Use codes that differ.'),
    ),
  }),
  /** Stops the request to recover the caller's second factor, if there is one. */
  stopRecovery: v.object({}),
  /**
   * Ends every session of the caller, the one that asks included, in a team or in none: tokens issued before are refused everywhere from
   * then on, and none of their devices is paged until it is turned on again. @throws unauthenticated: the session has ended before
   */
  signOutEverywhere: v.object({}),
  /** The caller has seen that a recovery took the second factor away. */
  dismissRecovery: v.object({}),
} as const;

export type AccountCallName = keyof typeof accountCatalogue;
export type AccountCallInput<N extends AccountCallName> = v.InferInput<(typeof accountCatalogue)[N]>;
export type CheckedAccountCallInput<N extends AccountCallName> = v.InferOutput<(typeof accountCatalogue)[N]>;

export function checkAccountCall<N extends AccountCallName>(
  name: N,
  input: unknown,
): { readonly ok: true; readonly value: CheckedAccountCallInput<N> } | Failure {
  const checked = check(accountCatalogue[name], input, fieldLabels);
  return checked.ok ? { ok: true, value: checked.value as CheckedAccountCallInput<N> } : checked;
}
