/** The project's rules for passwords, as the SDK tells them. */
import { type Auth as SdkAuth, type PasswordValidationStatus, validatePassword } from 'firebase/auth';
import type { PasswordFault, PasswordVerdict } from '#ports/auth/auth.ts';
import { bounds } from '#ports/defaults.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { portErrorFrom } from '../errors.ts';
import { authCodes } from './errors.ts';

const smallest = bounds.passwordMinLength.default;

export class SdkPasswordPolicy {
  private readonly sdk: SdkAuth;
  private readonly minLength: number;

  /** `minLength` is this client's own setting: it may ask for more than the project does. */
  constructor(sdk: SdkAuth, minLength: number) {
    this.sdk = sdk;
    this.minLength = minLength;
  }

  /** While the rules can't be had, for whatever reason, by those of a new project: the backend checks anyway. */
  async validate(password: string): Promise<PasswordVerdict> {
    const status = await validatePassword(this.sdk, password).catch(() => null);
    return verdict(status, password, this.minLength);
  }

  /** Runs what sets a password. The refusal of one that breaks the rules says what is missing. */
  async setting<T>(password: string, run: () => Promise<T>): Promise<T> {
    if (this.minLength > smallest && password.length < this.minLength)
      throw new PortError('auth/weak-password', `Use at least ${this.minLength} characters.`);
    try {
      return await run();
    } catch (error) {
      const said = portErrorFrom(authCodes, error);
      if (!isPortError(said, 'auth/password-does-not-meet-requirements')) throw said;
      const { missing } = await this.validate(password);
      throw new PortError(said.code, said.message, { cause: error, details: { missing } });
    }
  }
}

function verdict(status: PasswordValidationStatus | null, password: string, asked: number): PasswordVerdict {
  const policy = status?.passwordPolicy;
  const rules = policy?.customStrengthOptions ?? {};
  const minLength = Math.max(rules.minPasswordLength ?? smallest, asked);
  const faults: Readonly<Record<PasswordFault, boolean>> = {
    length: password.length < minLength,
    'too-long': status?.meetsMaxPasswordLength === false,
    lowercase: status?.containsLowercaseLetter === false,
    uppercase: status?.containsUppercaseLetter === false,
    digit: status?.containsNumericCharacter === false,
    symbol: status?.containsNonAlphanumericCharacter === false,
  };
  const missing = (Object.keys(faults) as PasswordFault[]).filter((fault) => faults[fault]);
  return {
    ok: missing.length === 0,
    minLength,
    maxLength: rules.maxPasswordLength ?? null,
    missing,
    symbols: policy?.allowedNonAlphanumericCharacters ?? '',
    enforced: policy?.enforcementState !== 'OFF',
  };
}
