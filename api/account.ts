/**
 * What a person asks of their own account, whatever teams they are in. These calls name no team and carry no id: each may be made
 * again, and then does what is left to do.
 */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
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
