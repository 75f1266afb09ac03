/** Password policy of the project. */
import type { PasswordFault, PasswordVerdict } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import { maxPasswordLength, type ProjectPasswordPolicy } from './project.ts';

const { default: leastLength } = bounds.passwordMinLength;

const requirements: Record<PasswordFault, (policy: ProjectPasswordPolicy) => string> = {
  length: ({ minLength }) => `at least ${minLength} characters`,
  'too-long': ({ maxLength }) => `at most ${maxLength} characters`,
  lowercase: () => 'a lower-case letter',
  uppercase: () => 'an upper-case letter',
  digit: () => 'a digit',
  symbol: () => 'a symbol',
};

export function validatePassword(policy: ProjectPasswordPolicy, password: string): PasswordVerdict {
  const { minLength, maxLength, symbols } = policy;
  const has: Record<ProjectPasswordPolicy['requires'][number], boolean> = {
    lowercase: /[a-z]/.test(password),
    uppercase: /[A-Z]/.test(password),
    digit: /[0-9]/.test(password),
    symbol: [...password].some((character) => symbols.includes(character)),
  };
  const missing: PasswordFault[] = [];
  if (password.length < minLength) missing.push('length');
  if (password.length > maxLength) missing.push('too-long');
  for (const kind of ['lowercase', 'uppercase', 'digit', 'symbol'] as const)
    if (policy.requires.includes(kind) && !has[kind]) missing.push(kind);
  const enforced = policy.enforcement === 'enforce';
  return { ok: missing.length === 0, minLength, maxLength, missing, symbols, enforced };
}

/** @throws auth/missing-password, auth/weak-password, auth/password-does-not-meet-requirements */
export function checkPassword(policy: ProjectPasswordPolicy, password: string): void {
  if (password === '') throw new PortError('auth/missing-password', 'Type a password.');
  if (policy.chosen && policy.enforcement === 'enforce') checkPolicy(policy, password);
  else checkLeast(password);
}

/** Requirements for every password, also one that the server sets. @throws auth/weak-password, auth/password-does-not-meet-requirements */
export function checkLeast(password: string): void {
  if (password.length < leastLength)
    throw new PortError('auth/weak-password', `Use at least ${leastLength} characters.`);
  if (password.length > maxPasswordLength)
    throw new PortError(
      'auth/password-does-not-meet-requirements',
      `Use at most ${maxPasswordLength} characters.`,
      { details: { missing: ['too-long'] } },
    );
}

/** @throws auth/password-does-not-meet-requirements naming all that is missing */
export function checkPolicy(policy: ProjectPasswordPolicy, password: string): void {
  const { ok, missing } = validatePassword(policy, password);
  if (ok) return;
  const wanted = missing.map((fault) => requirements[fault](policy)).join(', ');
  throw new PortError('auth/password-does-not-meet-requirements', `A password here needs ${wanted}.`, {
    details: { missing },
  });
}
