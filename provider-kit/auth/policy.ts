/** The project's rules for passwords, as far as this client knows them. */
import { validatePassword } from './passwords.ts';
import { type ProjectPasswordPolicy, resolvePolicy } from './project.ts';
import type { PasswordVerdict } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { isPortError, PortError } from '#ports/errors.ts';

export class KnownPolicy {
  private policy: ProjectPasswordPolicy | null = null;
  private readonly ask: () => Promise<ProjectPasswordPolicy>;
  private readonly minLength: number;

  /** `minLength` is this client's own setting: it may ask for more than the project does. */
  constructor(ask: () => Promise<ProjectPasswordPolicy>, minLength: number) {
    this.ask = ask;
    this.minLength = minLength;
  }

  /** Verdict by the project's password policy, fetched once; while it can't be fetched, by a new project's policy. */
  async validate(password: string): Promise<PasswordVerdict> {
    try {
      this.policy ??= await this.ask();
    } catch (error) {
      if (!isPortError(error, 'auth/network-request-failed')) throw error;
    }
    const policy = this.policy ?? resolvePolicy(undefined);
    return validatePassword({ ...policy, minLength: Math.max(policy.minLength, this.minLength) }, password);
  }

  /** Runs an operation that sets a password. A refusal by the policy discards the policy known here: it is out of date. */
  async setting<T>(password: string, run: () => Promise<T>): Promise<T> {
    if (this.minLength > bounds.passwordMinLength.default && password.length < this.minLength)
      throw new PortError('auth/weak-password', `Use at least ${this.minLength} characters.`);
    try {
      return await run();
    } catch (error) {
      if (isPortError(error, 'auth/password-does-not-meet-requirements')) this.policy = null;
      throw error;
    }
  }
}
