/** Fields of an account that every backend can store. */
import type { MovedAccount, MovedFactor, MovedPasskey, MovedPassword } from './moved-records.ts';

export interface AccountAbilities {
  /** Whether the password can be verified there. */
  takesPassword(password: MovedPassword): boolean;
  /** Instruction for people whose password is lost. Default: sign-in by a mailed link. */
  readonly withoutPassword?: string;
  takesFactor(factor: MovedFactor): boolean;
  /** Default: authenticator apps. */
  readonly lostFactors?: string;
  /** Default: none. */
  takesPasskey?(passkey: MovedPasskey): boolean;
  /** End of the sentence after “accounts with passkeys”. Default: the target has none. */
  readonly lostPasskeys?: string;
}

export interface FittedAccount {
  /** Without its password, and the factors and passkeys that are lost; `null`: it can't be held at all. */
  readonly account: MovedAccount | null;
  readonly losesPassword: boolean;
  readonly losesPasskeys: boolean;
  readonly losses: readonly string[];
}

export function fitAccount(account: MovedAccount, abilities: AccountAbilities): FittedAccount {
  const { takesPassword, takesFactor, lostFactors = 'authenticator apps' } = abilities;
  const { withoutPassword = 'their people sign in by a link that is mailed to them' } = abilities;
  if (account.anonymous) {
    const losses = ['guests: nobody can sign in to their accounts again'];
    return { account: null, losesPassword: false, losesPasskeys: false, losses };
  }
  const losses: string[] = [];
  const { password } = account;
  const losesPassword = password !== null && !takesPassword(password);
  if (losesPassword) losses.push(`passwords: ${withoutPassword}`);
  const factors = account.factors.filter(takesFactor);
  if (factors.length < account.factors.length) losses.push(`${lostFactors}: their people set them up again`);
  const passkeys = account.passkeys.filter((passkey) => abilities.takesPasskey?.(passkey) ?? false);
  const losesPasskeys = passkeys.length < account.passkeys.length;
  const { lostPasskeys = ', of which the target has none: their people sign in another way' } = abilities;
  if (losesPasskeys) losses.push(`accounts with passkeys${lostPasskeys}`);
  return {
    account: { ...account, password: losesPassword ? null : password, factors, passkeys },
    ...{ losesPassword, losesPasskeys, losses },
  };
}

/** Sentence about an account, as the target stores it, whose person may be unable to sign in. Mailed links count for any address at `linksToAll`. */
export function signInNotices(account: MovedAccount, linksToAll: boolean): readonly string[] {
  const { email, password, emailLink, phoneNumber, passkeys, social, disabled } = account;
  const isByMail = email !== null && (password !== null || emailLink || linksToAll);
  if (disabled || isByMail || phoneNumber !== null || passkeys.length > 0) return [];
  const name = `${account.displayName ?? email ?? 'The account'} (${account.uid})`.replaceAll(
    /\p{Cc}+/gu,
    ' ',
  );
  const services = social.map(({ provider }) => provider).join(', ');
  return [
    services === ''
      ? `${name} can’t sign in at the target: give the account a mail address at the source first.`
      : `${name} can sign in only by ${services}: set it up at the target.`,
  ];
}
