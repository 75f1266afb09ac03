/** Password policy of a project: readable, and enforced wherever a password is set. */
import type { AuthProject } from '#ports/auth/project.ts';
import { checkPassword, checkPolicy } from '#provider-kit/auth/passwords.ts';
import { ResolvedProject } from '#provider-kit/auth/project.ts';
import { type Json, orRefusal } from './wire.ts';

export class PasswordRules {
  private readonly policy: ResolvedProject['policy'];

  constructor(project: AuthProject) {
    this.policy = new ResolvedProject(project).policy;
  }

  /** Answer to `GET /v2/passwordPolicy`. */
  told(): Json {
    const { minLength, maxLength, requires, symbols, enforcement, forceUpgradeOnSignIn } = this.policy;
    return {
      customStrengthOptions: {
        minPasswordLength: minLength,
        maxPasswordLength: maxLength,
        ...(requires.includes('lowercase') && { containsLowercaseCharacter: true }),
        ...(requires.includes('uppercase') && { containsUppercaseCharacter: true }),
        ...(requires.includes('digit') && { containsNumericCharacter: true }),
        ...(requires.includes('symbol') && { containsNonAlphanumericCharacter: true }),
      },
      allowedNonAlphanumericCharacters: [...symbols],
      enforcementState: enforcement === 'enforce' ? 'ENFORCE' : 'OFF',
      forceUpgradeOnSignin: forceUpgradeOnSignIn,
      schemaVersion: 1,
    };
  }

  /** Check of a new password. An empty one is refused by the part. */
  check(password: string): void {
    if (password !== '') orRefusal(() => checkPassword(this.policy, password));
  }

  /** Check of a password after a sign-in with it. */
  checkUpgrade(password: string): void {
    const { enforcement, forceUpgradeOnSignIn } = this.policy;
    if (forceUpgradeOnSignIn && enforcement === 'enforce')
      orRefusal(() => checkPolicy(this.policy, password));
  }
}
