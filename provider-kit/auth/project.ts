/** A project's sign-in settings with nothing left open. */
import type { FactorKind } from '#ports/auth/auth.ts';
import type { AuthProject, PasswordPolicy, SignInMethod } from '#ports/auth/project.ts';
import { bounds } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const URL: { parse(text: string): { readonly hostname: string } | null };

export const maxPasswordLength = 4096;
/** Symbols of a password, unless a project has its own. */
const symbols = '^$*.[]{}()?"!@#%&/\\,><\':;|_~';

/** A policy that was not chosen insists on the least length alone. */
export interface ProjectPasswordPolicy extends Required<PasswordPolicy> {
  readonly chosen: boolean;
}

export class ResolvedProject {
  readonly appName: string;
  readonly policy: ProjectPasswordPolicy;
  readonly signUp: boolean;
  readonly enumerationProtection: boolean;
  readonly oneAccountPerEmail: boolean;
  readonly maxSecondFactors: number;
  readonly totpAdjacentPeriods: number;
  readonly smsPerDay: number;
  readonly testPhoneNumbers: Readonly<Record<string, string>>;
  private readonly social: boolean;
  private readonly disabled: ReadonlySet<SignInMethod>;
  private readonly factors: ReadonlySet<FactorKind>;
  private readonly domains: ReadonlySet<string> | null;

  /**
   * `social`: are there accounts of social providers?
   * @throws PortError `out-of-range` for a number that is not within its bounds
   */
  constructor(project: AuthProject = {}, social = true) {
    this.social = social;
    this.appName = project.appName ?? 'Muster';
    this.policy = resolvePolicy(project.passwordPolicy);
    this.signUp = project.signUp ?? true;
    this.enumerationProtection = project.enumerationProtection ?? true;
    this.oneAccountPerEmail = project.oneAccountPerEmail ?? true;
    this.maxSecondFactors = within('maxSecondFactors', project.maxSecondFactors ?? 5, 1, 100);
    this.totpAdjacentPeriods = within('totpAdjacentPeriods', project.totpAdjacentPeriods ?? 5, 0, 10);
    this.smsPerDay = project.smsPerDay ?? Infinity;
    this.testPhoneNumbers = project.testPhoneNumbers ?? {};
    this.disabled = new Set(project.disabledMethods);
    this.factors = new Set(project.secondFactors ?? ['totp', 'phone']);
    this.domains = project.authorizedDomains ? new Set(project.authorizedDomains) : null;
  }

  /** @throws auth/operation-not-allowed; for guests auth/admin-restricted-operation, as production has it */
  checkMethod(method: SignInMethod): void {
    // Only names of social providers have a dot.
    if (!this.disabled.has(method) && (this.social || !method.includes('.'))) return;
    if (method === 'anonymous') throw restricted();
    throw new PortError('auth/operation-not-allowed', `Signing in by ${method} is switched off.`);
  }

  /** @throws auth/admin-restricted-operation */
  checkSignUp(): void {
    if (!this.signUp) throw restricted();
  }

  /** @throws auth/operation-not-allowed */
  checkFactor(kind: FactorKind): void {
    if (!this.factors.has(kind))
      throw new PortError('auth/operation-not-allowed', `A second factor of kind ${kind} is switched off.`);
  }

  /** @throws auth/invalid-continue-uri, auth/unauthorized-continue-uri */
  checkContinueUrl(url: string | null): void {
    if (url === null) return;
    const parsed = URL.parse(url);
    if (!parsed)
      throw new PortError('auth/invalid-continue-uri', `${url} is no absolute address to go on to.`);
    const { hostname } = parsed;
    if (this.domains && !this.domains.has(hostname))
      throw new PortError('auth/unauthorized-continue-uri', `Links may not lead on to ${hostname}.`);
  }
}

export function resolvePolicy(policy: PasswordPolicy | undefined): ProjectPasswordPolicy {
  const { min, max, default: least } = bounds.passwordMinLength;
  const minLength = within('minLength', policy?.minLength ?? least, min, max);
  return {
    chosen: policy !== undefined,
    minLength,
    maxLength: within('maxLength', policy?.maxLength ?? maxPasswordLength, minLength, maxPasswordLength),
    requires: policy?.requires ?? [],
    symbols: policy?.symbols ?? symbols,
    enforcement: policy?.enforcement ?? 'enforce',
    forceUpgradeOnSignIn: policy?.forceUpgradeOnSignIn ?? false,
  };
}

function within(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new PortError('out-of-range', `${name} must be ${min} to ${max}; ${value} was given.`);
}

const restricted = () =>
  new PortError('auth/admin-restricted-operation', 'Only an administrator may make accounts here.');
