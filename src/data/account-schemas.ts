/** Form schemas of an address and of a new password. */
import * as v from 'valibot';
import { bounds } from '#ports/defaults.ts';

export const email = v.pipe(v.string(), v.trim(), v.email('Use an address such as name@example.com.'));

export const newPassword = v.pipe(
  v.string(),
  v.minLength(
    bounds.passwordMinLength.default,
    `Use at least ${bounds.passwordMinLength.default} characters.`,
  ),
);
