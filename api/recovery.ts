/**
 * Calls of account recovery, for a person without the second factor. The caller is not signed in, so the answers disclose
 * nothing about accounts.
 */
import * as v from 'valibot';
import { check, type Failure } from '#domain/errors.ts';
import { mailAddressSchema } from '#domain/mail-address.ts';
import { fieldLabels } from './field-labels.ts';

export const recoveryCatalogue = {
  /** Uses up a code and takes the second factors of the account away. @throws not_found, rate_limited */
  redeemRecoveryCode: v.object({ address: mailAddressSchema, code: v.pipe(v.string(), v.maxLength(100)) }),
  /** Asks the owners of the person's teams. Answers the same for an address without an account, or without a team. */
  requestRecovery: v.object({ address: mailAddressSchema }),
} as const;

export type RecoveryCallName = keyof typeof recoveryCatalogue;
export type RecoveryInput<N extends RecoveryCallName> = v.InferInput<(typeof recoveryCatalogue)[N]>;
export type CheckedRecoveryInput<N extends RecoveryCallName> = v.InferOutput<(typeof recoveryCatalogue)[N]>;

export function checkRecoveryCall<N extends RecoveryCallName>(
  name: N,
  input: unknown,
): { readonly ok: true; readonly value: CheckedRecoveryInput<N> } | Failure {
  const checked = check(recoveryCatalogue[name], input, fieldLabels);
  return checked.ok ? { ok: true, value: checked.value as CheckedRecoveryInput<N> } : checked;
}
