/** Accounts of provider identities: look-up, creation, linking. */
import { PortError } from '#ports/errors.ts';
import { normalEmail } from '#provider-kit/auth/addresses.ts';
import { provisionedAccount } from '../scim/scim-records.ts';
import { type AccountRecord, accountByEmail, accountByIdentity } from '../account-records.ts';
import { type CheckedCredential, newAccount, proofBy, withProvedEmail } from '../credential-checks.ts';
import type { SignInState, SignInWork } from '../sign-in-state.ts';
import type { ProviderProfile } from './social-profile.ts';

/**
 * The account of the identity, else the one that its provider has made for the person, else the one of its address where the provider owns it, else a new one.
 * @throws auth/account-exists-with-different-credential, auth/admin-restricted-operation
 */
export async function checkProfile(
  state: SignInState,
  work: SignInWork,
  { identity, photoUrl, vouchesForEmail, ownsEmail }: ProviderProfile,
): Promise<CheckedCredential> {
  const { provider, displayName } = identity;
  const proof = proofBy(provider);
  await work.lockIdentity(identity);
  const known = await accountByIdentity(work.sql, identity, true);
  if (known) return { account: known, isNewUser: false, isFirstProof: false, proof };
  const provisioned = await provisionedAccount(work.sql, identity, vouchesForEmail);
  if (provisioned) {
    const isVouched = vouchesForEmail && identity.email === provisioned.email;
    const account = {
      ...provisioned,
      emailVerified: provisioned.emailVerified || isVouched,
      photoUrl: provisioned.photoUrl ?? photoUrl,
      identities: [...provisioned.identities, identity],
    };
    return { account, isNewUser: false, isFirstProof: false, proof };
  }
  const email =
    state.project.oneAccountPerEmail && identity.email !== null ? addressOf(identity.email) : null;
  if (email !== null) await work.lockEmail(email);
  const namesake = email === null ? null : await accountByEmail(work.sql, email, true);
  if (namesake && !ownsEmail)
    throw new PortError(
      'auth/account-exists-with-different-credential',
      'An account with this address exists. Sign in to it, then connect this provider.',
      { details: { email } },
    );
  if (!namesake) {
    state.project.checkSignUp();
    const emailVerified = email !== null && vouchesForEmail;
    const account = {
      ...newAccount(state),
      ...{ email, emailVerified, displayName, photoUrl },
      identities: [identity],
    };
    return { account, isNewUser: true, isFirstProof: false, proof };
  }
  const { account, isFirstProof } = withProvedEmail(namesake);
  const others = isFirstProof ? [] : account.identities.filter((other) => other.provider !== provider);
  const owned = { ...account, displayName, photoUrl, identities: [...others, identity] };
  return { account: owned, isNewUser: false, isFirstProof, proof };
}

/** @throws auth/provider-already-linked, auth/credential-already-in-use, auth/email-already-in-use */
export async function withIdentity(
  state: SignInState,
  work: SignInWork,
  account: AccountRecord,
  { identity, photoUrl, vouchesForEmail }: ProviderProfile,
): Promise<AccountRecord> {
  if (account.identities.some(({ provider }) => provider === identity.provider))
    throw new PortError(
      'auth/provider-already-linked',
      'This account is already connected to that provider.',
    );
  await work.lockIdentity(identity);
  if (await accountByIdentity(work.sql, identity))
    throw new PortError('auth/credential-already-in-use', 'Another account uses this credential.');
  const told = state.project.oneAccountPerEmail && identity.email !== null ? addressOf(identity.email) : null;
  if (told !== null) await work.freeEmail(account, told);
  const email = account.email ?? told;
  return {
    ...account,
    email,
    emailVerified: account.emailVerified || (vouchesForEmail && email === told),
    displayName: account.displayName ?? identity.displayName,
    photoUrl: account.photoUrl ?? photoUrl,
    identities: [...account.identities, identity],
  };
}

/** `null` for an address that no account here could have. */
function addressOf(email: string): string | null {
  try {
    return normalEmail(email);
  } catch {
    return null;
  }
}
