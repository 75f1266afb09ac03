/**
 * Sign-in settings of a project: decided by its owner, not asked for by an application. A setting that is absent is as the
 * provider has it for a new project.
 */
import type { FactorKind, PasswordFault, SocialProvider } from './auth.ts';

export type SignInMethod = 'password' | 'email-link' | 'phone' | 'passkey' | 'anonymous' | SocialProvider;

/** Rules for passwords. Letters are a to z, digits 0 to 9. */
export interface PasswordPolicy {
  /** 6 to 30 characters. Default 6. */
  readonly minLength?: number;
  /** Default 4,096, and never more. */
  readonly maxLength?: number;
  readonly requires?: readonly Extract<PasswordFault, 'lowercase' | 'uppercase' | 'digit' | 'symbol'>[];
  /** The characters that count as symbols. */
  readonly symbols?: string;
  /** `off`: broken rules are reported, and only the minimum length of 6 is enforced. Default `enforce`. */
  readonly enforcement?: 'enforce' | 'off';
  /** A password that was accepted under earlier rules doesn't sign in any more. Default false. */
  readonly forceUpgradeOnSignIn?: boolean;
}

export interface AuthProject {
  /** Name of the application in messages and authenticator apps. */
  readonly appName?: string;
  /** Default: none. */
  readonly disabledMethods?: readonly SignInMethod[];
  /** Whether people may create accounts themselves. Default true. */
  readonly signUp?: boolean;
  readonly passwordPolicy?: PasswordPolicy;
  /** Email enumeration protection: hides which addresses have accounts. Default true. */
  readonly enumerationProtection?: boolean;
  /** An address is the top-level address of one account only, however it signs in. Default true. */
  readonly oneAccountPerEmail?: boolean;
  /** Second factors that may be used. Default: all. */
  readonly secondFactors?: readonly FactorKind[];
  /** Second factors of one account, at most. Default 5. */
  readonly maxSecondFactors?: number;
  /** Periods before and after its own in which a code of an authenticator app is good: 0 to 10. Default 5. */
  readonly totpAdjacentPeriods?: number;
  /** Text messages to all numbers within a day, before `auth/quota-exceeded`. Default: no limit. */
  readonly smsPerDay?: number;
  /** Numbers that are sent nothing, and their codes. */
  readonly testPhoneNumbers?: Readonly<Record<string, string>>;
  /** Hosts that links in emails may lead on to. Default: any. */
  readonly authorizedDomains?: readonly string[];
}
