/** The authenticator app of a rehearsal: it was given every secret. */
import type { AuthenticatorCode } from '#ports/control.ts';
import type { Account } from './accounts.ts';
import type { AuthState } from './state.ts';
import { totpCode, totpPeriod, totpPeriodSeconds } from './totp.ts';

/** Newest first; those being set up before those that are. */
export function authenticatorCodes(state: AuthState): readonly AuthenticatorCode[] {
  const now = state.now();
  const until = (totpPeriod(now) + 1) * totpPeriodSeconds * 1000;
  const show = (secret: string, factorId: string | null, account: Account): AuthenticatorCode => ({
    secret,
    factorId,
    account: account.email ?? account.uid,
    code: totpCode(secret, totpPeriod(now)),
    until,
  });
  const settingUp = [...state.setups.values()].flatMap(({ secret, uid, expiresAt }) => {
    const account = state.accounts.get(uid);
    return account && expiresAt > now ? [show(secret, null, account)] : [];
  });
  const setUp = state.accounts
    .all()
    .flatMap((account) => account.factors.map((factor) => ({ account, factor })))
    .sort((one, other) => one.factor.enrolledAt - other.factor.enrolledAt)
    .flatMap(({ account, factor }) =>
      factor.secret === null ? [] : [show(factor.secret, factor.id, account)],
    );
  return [...setUp, ...settingUp].toReversed();
}
