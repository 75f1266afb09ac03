/** Form schemas of an address and of a new password. */
import * as v from 'valibot';
import { mailAddressSchema } from '#domain/mail-address.ts';
import { bounds } from '#ports/defaults.ts';

export const email = mailAddressSchema;

export const newPassword = v.pipe(
  v.string(),
  v.minLength(
    bounds.passwordMinLength.default,
    `Use at least ${bounds.passwordMinLength.default} characters.`,
  ),
);
