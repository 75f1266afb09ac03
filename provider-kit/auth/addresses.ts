/** Email addresses and phone numbers in the form that accounts are found by. */
import { PortError } from '#ports/errors.ts';

/** @throws auth/missing-email, auth/invalid-email */
export function normalEmail(email: string): string {
  if (email === '') throw new PortError('auth/missing-email', 'Type an email address.');
  const trimmed = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(trimmed) || trimmed.length > 256)
    throw new PortError('auth/invalid-email', 'That is not an email address.');
  return trimmed;
}

/** @throws auth/invalid-phone-number unless it is in international form (E.164) */
export function normalPhone(phoneNumber: string): string {
  const digits = phoneNumber.replaceAll(/[\s().-]/g, '');
  if (!/^\+[1-9]\d{6,14}$/.test(digits))
    throw new PortError(
      'auth/invalid-phone-number',
      'Write the number in international form, such as +44 20 7946 0123.',
    );
  return digits;
}
