/** Fields of an account that every backend can store. */
import type { MovedAccount, MovedFactor, MovedPassword } from './moved-records.ts';

export interface AccountAbilities {
  /** Whether the password can be verified there. */
  takesPassword(password: MovedPassword): boolean;
  /** Instruction for people whose password is lost. Default: sign-in by a mailed link. */
  readonly withoutPassword?: string;
  takesFactor(factor: MovedFactor): boolean;
  /** Default: authenticator apps. */
  readonly lostFactors?: string;
}

export interface FittedAccount {
  /** Without its password and the factors that are lost; `null`: it can't be held at all. */
  readonly account: MovedAccount | null;
  readonly losesPassword: boolean;
  readonly losses: readonly string[];
}

export function fitAccount(account: MovedAccount, abilities: AccountAbilities): FittedAccount {
  const { takesPassword, takesFactor, lostFactors = 'authenticator apps' } = abilities;
  const { withoutPassword = 'their people sign in by a link that is mailed to them' } = abilities;
  if (account.anonymous) {
    const losses = ['guests: nobody can sign in to their accounts again'];
    return { account: null, losesPassword: false, losses };
  }
  const losses: string[] = [];
  const { password } = account;
  const losesPassword = password !== null && !takesPassword(password);
  if (losesPassword) losses.push(`passwords: ${withoutPassword}`);
  const factors = account.factors.filter(takesFactor);
  if (factors.length < account.factors.length) losses.push(`${lostFactors}: their people set them up again`);
  return {
    account: { ...account, password: losesPassword ? null : password, factors },
    losesPassword,
    losses,
  };
}
