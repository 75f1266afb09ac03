/** Passkeys: made and changed by the person signed in, and sign-ins by one. */
import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import { PortError } from '#ports/errors.ts';
import { type AccountRecord, accountByPasskey, putAccount, userOf } from '../account-records.ts';
import type { AuthCalls } from '../auth-calls.ts';
import type { AuthFields } from '../auth-fields.ts';
import { newSecret } from '../secrets.ts';
import {
  endSessionsOfFactor,
  type SessionWithAccount,
  signedInBy,
  updateSession,
} from '../session-records.ts';
import { acceptProof } from '../sign-in-operations.ts';
import { type AuthRequest, inOneTransaction, type SignInState } from '../sign-in-state.ts';
import {
  assertionOf,
  passkeyAlgorithms,
  registrationOf,
  relyingPartyOf,
  userHandleOf,
  verifyAssertion,
  verifyRegistration,
} from './passkey-answers.ts';
import { beginPasskeyFlow, passkeyFlowMs, takePasskeyChallenge } from './passkey-flows.ts';
import { passkeyOf, type PasskeyRecord } from './passkey-records.ts';
import { longestPasskeyName, mostPasskeys } from './passkey-limits.ts';

export function passkeyCalls(state: SignInState): AuthCalls {
  const { clock, project, attempts, database } = state;
  const party = relyingPartyOf(state.origin);

  const takeAttempt = async ({ network }: AuthRequest) => {
    project.checkMethod('passkey');
    if (network !== null) await attempts.take('passkeysFromNetwork', network);
  };
  const descriptors = ({ passkeys }: AccountRecord) =>
    passkeys.map(({ credential, transports }) => ({ id: credential, transports: [...transports] }));
  const signInOptions = (challenge: string, account: AccountRecord | null) =>
    generateAuthenticationOptions({
      rpID: party.id,
      challenge: isoBase64URL.toBuffer(challenge),
      timeout: passkeyFlowMs,
      userVerification: 'required',
      allowCredentials: account ? descriptors(account) : [],
    });
  const take = async (...given: Parameters<typeof takePasskeyChallenge>) => {
    const challenge = await takePasskeyChallenge(...given);
    if (challenge === null)
      throw new PortError(
        'auth/invalid-credential',
        'This took too long, or was answered already. Start again.',
      );
    return challenge;
  };
  const signedIn = (fields: AuthFields, recent = false) =>
    signedInBy(database, fields.text('session', 'id'), clock.now(), { recent });

  return {
    async listPasskeys(fields) {
      const { account } = await signedIn(fields);
      return account.passkeys.map(passkeyOf);
    },
    async beginAddPasskey(fields, request) {
      await takeAttempt(request);
      passkeyName(fields);
      const found = await signedIn(fields, true);
      checkCanAdd(found);
      const { account } = found;
      const { flow, challenge } = await beginPasskeyFlow(database, 'add', account.uid, clock.now());
      const options = await generateRegistrationOptions({
        rpName: project.appName,
        rpID: party.id,
        userID: userHandleOf(account.uid),
        userName: account.email ?? account.displayName ?? project.appName,
        userDisplayName: account.displayName ?? '',
        challenge: isoBase64URL.toBuffer(challenge),
        timeout: passkeyFlowMs,
        attestationType: 'none',
        excludeCredentials: descriptors(account),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: passkeyAlgorithms,
      });
      return { flow, options };
    },
    async finishAddPasskey(fields, request) {
      const secret = fields.text('session', 'id');
      const name = passkeyName(fields);
      const answer = registrationOf(fields.of('answer'));
      await takeAttempt(request);
      const { account: asking } = await signedIn(fields, true);
      const challenge = await take(database, fields.text('flow', 'id'), 'add', asking.uid, clock.now());
      const verified = await verifyRegistration(party, answer, challenge);
      return inOneTransaction(state, async (work) => {
        await work.lockPasskey(verified.credential);
        const found = await signedInBy(work.sql, secret, clock.now(), { lock: true, recent: true });
        checkCanAdd(found);
        const { account } = found;
        if (await accountByPasskey(work.sql, verified.credential))
          throw new PortError('auth/credential-already-in-use', 'This passkey is set up already.');
        const passkey: PasskeyRecord = {
          ...verified,
          id: newSecret(20),
          name,
          createdAt: clock.now(),
          lastUsedAt: null,
          hostName: party.id,
        };
        await putAccount(work.sql, { ...account, passkeys: [...account.passkeys, passkey] });
        return passkeyOf(passkey);
      });
    },
    renamePasskey: (fields) =>
      inOneTransaction(state, async ({ sql }) => {
        const secret = fields.text('session', 'id');
        const { account } = await signedInBy(sql, secret, clock.now(), { lock: true });
        const renamed = { ...passkeyById(account, fields.text('id', 'id')), name: passkeyName(fields) };
        await putAccount(sql, withPasskey(account, renamed));
        return passkeyOf(renamed);
      }),
    removePasskey: (fields) =>
      inOneTransaction(state, async (work) => {
        const asking = { lock: true, recent: true };
        const secret = fields.text('session', 'id');
        const { account, session } = await signedInBy(work.sql, secret, clock.now(), asking);
        const { id } = passkeyById(account, fields.text('id', 'id'));
        const passkeys = account.passkeys.filter((passkey) => passkey.id !== id);
        if (passkeys.length === 0 && userOf(account).providers.length === 0)
          throw new PortError(
            'failed-precondition',
            'This passkey is the only way into your account. Add another way to sign in first.',
          );
        await putAccount(work.sql, { ...account, passkeys });
        await endSessionsOfFactor(work.sql, account.uid, id, session.id);
        if (session.factorId === id) await updateSession(work.sql, { ...session, factorId: null });
        await work.touch(account.uid);
        return null;
      }),
    async beginPasskeySignIn(_fields, request) {
      await takeAttempt(request);
      const { flow, challenge } = await beginPasskeyFlow(database, 'sign-in', null, clock.now());
      return { flow, options: await signInOptions(challenge, null) };
    },
    async finishPasskeySignIn(fields, request) {
      const answer = assertionOf(fields.of('answer'));
      await takeAttempt(request);
      const challenge = await take(database, fields.text('flow', 'id'), 'sign-in', null, clock.now());
      return inOneTransaction(state, async (work) => {
        const account = await accountByPasskey(work.sql, answer.id, true);
        const proved = await provedBy(account, answer, challenge);
        return acceptProof(state, work, { ...proved, isNewUser: false });
      });
    },
    async beginPasskeyProof(fields, request) {
      await takeAttempt(request);
      const { account } = await signedIn(fields);
      const { flow, challenge } = await beginPasskeyFlow(
        database,
        'reauthenticate',
        account.uid,
        clock.now(),
      );
      return { flow, options: await signInOptions(challenge, account) };
    },
    async finishPasskeyProof(fields, request) {
      const secret = fields.text('session', 'id');
      const answer = assertionOf(fields.of('answer'));
      await takeAttempt(request);
      const { account: asking } = await signedIn(fields);
      const flow = fields.text('flow', 'id');
      const challenge = await take(database, flow, 'reauthenticate', asking.uid, clock.now());
      return inOneTransaction(state, async (work) => {
        const { account, session } = await signedInBy(work.sql, secret, clock.now(), { lock: true });
        const owner = await accountByPasskey(work.sql, answer.id);
        if (owner && owner.uid !== account.uid)
          throw new PortError('auth/user-mismatch', 'This proves to be another person.');
        const proved = await provedBy(account, answer, challenge);
        return acceptProof(state, work, { ...proved, isNewUser: false }, session);
      });
    },
  };

  /** The account with the use noted, and the proof. @throws auth/invalid-credential */
  async function provedBy(
    account: AccountRecord | null,
    answer: ReturnType<typeof assertionOf>,
    challenge: string,
  ) {
    const passkey = account?.passkeys.find(({ credential }) => credential === answer.id);
    if (!account || !passkey)
      throw new PortError(
        'auth/invalid-credential',
        'No account here has this passkey. It may have been removed; sign in another way.',
      );
    const counter = await verifyAssertion(party, answer, challenge, { uid: account.uid, passkey });
    return {
      account: withPasskey(account, { ...passkey, counter, lastUsedAt: clock.now(), hostName: party.id }),
      proof: { provider: 'passkey', factorId: passkey.id, claims: {} } as const,
    };
  }
}

function checkCanAdd({ account, session }: SessionWithAccount): void {
  if (session.provider === 'anonymous' || session.provider === 'custom')
    throw new PortError(
      'auth/unsupported-first-factor',
      'A passkey goes with an account that you sign in to.',
    );
  if (account.passkeys.length >= mostPasskeys)
    throw new PortError(
      'auth/quota-exceeded',
      `An account can have ${mostPasskeys} passkeys. Remove one first.`,
    );
}

/** @throws PortError not-found */
function passkeyById({ passkeys }: AccountRecord, id: string): PasskeyRecord {
  const passkey = passkeys.find((one) => one.id === id);
  if (!passkey) throw new PortError('not-found', 'This passkey is no longer there.');
  return passkey;
}

const withPasskey = (account: AccountRecord, changed: PasskeyRecord): AccountRecord => ({
  ...account,
  passkeys: account.passkeys.map((passkey) => (passkey.id === changed.id ? changed : passkey)),
});

/** @throws PortError invalid-argument */
function passkeyName(fields: AuthFields): string {
  const name = fields.text('name', 'name');
  if (name !== '' && name.trim() === name && name.length <= longestPasskeyName) return name;
  throw new PortError(
    'invalid-argument',
    `The name of a passkey has 1 to ${longestPasskeyName} characters, without spaces around it.`,
  );
}
