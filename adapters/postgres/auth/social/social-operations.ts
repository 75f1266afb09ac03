/** Sign-in at a provider: begun by a page, answered by the provider through the browser, finished by the page. */
import { PortError, toPortError } from '#ports/errors.ts';
import { type AccountRecord, accountByIdentity } from '../account-records.ts';
import type { AuthCalls } from '../auth-calls.ts';
import type { AuthFields } from '../auth-fields.ts';
import { proofBy, type CheckedCredential } from '../credential-checks.ts';
import { signedInBy } from '../session-records.ts';
import { acceptProof, verifyProof } from '../sign-in-operations.ts';
import { inOneTransaction, type SignInState, type SignInWork } from '../sign-in-state.ts';
import { checkProfile, withIdentity } from './social-checks.ts';
import { useAssertion } from './saml/used-assertions.ts';
import { answerFlow, beginFlow, flowOfState, type OpenFlow, takeAnswer } from './social-flows.ts';
import type { ProviderProfile } from './social-profile.ts';

/** Most scopes beside those that are always asked for, and most characters of one. */
const mostScopes = 20;
const longestScope = 200;

export function socialCalls(state: SignInState): AuthCalls {
  const { clock, project, social, attempts, database, origin } = state;

  const finish = {
    'sign-in': (work: SignInWork, _fields: AuthFields, profile: ProviderProfile) =>
      checkProfile(state, work, profile).then((checked) => verifyProof(state, work, checked, null)),

    async link(work: SignInWork, fields: AuthFields, profile: ProviderProfile) {
      const secret = fields.text('session', 'id');
      const known = await signedInBy(work.sql, secret, clock.now(), { lock: true });
      // A guest has nothing to prove with.
      const { account, session } = known.account.anonymous
        ? known
        : await signedInBy(work.sql, secret, clock.now(), { recent: true });
      const tied = { ...(await withIdentity(state, work, account, profile)), anonymous: false };
      const { factorId, claims, provedAt } = session;
      const proof = { provider: profile.identity.provider, factorId, claims };
      const checked = { account: tied, proof, isNewUser: false };
      return acceptProof(state, work, checked, session, account.anonymous ? clock.now() : provedAt);
    },

    async reauthenticate(work: SignInWork, fields: AuthFields, profile: ProviderProfile) {
      const secret = fields.text('session', 'id');
      const { account, session } = await signedInBy(work.sql, secret, clock.now(), { lock: true });
      const proved = await accountByIdentity(work.sql, profile.identity);
      if (proved?.uid !== account.uid) throw await differentPerson(work, proved, profile);
      const checked: CheckedCredential = {
        account,
        isNewUser: false,
        isFirstProof: false,
        proof: proofBy(profile.identity.provider),
      };
      return verifyProof(state, work, checked, session);
    },
  };

  /** Error of a sign-in by the profile, else auth/user-mismatch. */
  const differentPerson = async (
    work: SignInWork,
    proved: AccountRecord | null,
    profile: ProviderProfile,
  ): Promise<PortError> => {
    if (!proved) await checkProfile(state, work, profile);
    return new PortError('auth/user-mismatch', 'This proves to be another person.');
  };

  return {
    async beginSocial(fields, { network }) {
      const provider = social.check(fields.text('provider', 'id'));
      project.checkMethod(provider);
      if (network !== null) await attempts.take('socialFromNetwork', network);
      const back = fields.nullable('back', 'url');
      if (back !== null && URL.parse(back)?.origin !== new URL(origin).origin)
        throw new PortError('invalid-argument', 'A page of this application is left, and returned to.');
      const asked = {
        scopes: fields.texts('scopes', mostScopes, longestScope),
        loginHint: fields.nullable('loginHint', 'email'),
      };
      const { flow, checks } = await beginFlow(database, provider, back, clock.now());
      return { flow, address: await social.address(provider, checks, asked) };
    },
    async finishSocial(fields, { network }) {
      const [flow, ticket] = [fields.text('flow', 'id'), fields.text('ticket', 'id')];
      const purpose = purposeOf(fields.text('purpose', 'id'));
      if (network !== null) await attempts.take('socialFromNetwork', network);
      return inOneTransaction(state, async (work) => {
        const profile = await takeAnswer(work.sql, flow, ticket, clock.now());
        if (!profile)
          throw new PortError('auth/invalid-credential', 'This sign-in took too long. Start again.');
        project.checkMethod(profile.identity.provider);
        return finish[purpose](work, fields, profile);
      });
    },
  };
}

type Purpose = 'sign-in' | 'link' | 'reauthenticate';

function purposeOf(text: string): Purpose {
  if (text === 'sign-in' || text === 'link' || text === 'reauthenticate') return text;
  throw new PortError('invalid-argument', `There is no purpose ${text}.`);
}

/** What the browser is given that comes back from a provider. */
export interface SocialAnswer {
  /** Hands over to the page that has begun the sign-in; `null` when it failed. */
  readonly ticket: string | null;
  /** Page that was left for the provider; `null`: a popup. */
  readonly back: string | null;
  /** What went wrong, as a sentence. */
  readonly problem: string | null;
}

/** `query`: of the address that the provider sent the browser to. Never rejects for what the provider or its browser did. */
export function answerFromProvider(state: SignInState, query: string): Promise<SocialAnswer> {
  const asked = new URLSearchParams(query);
  return answered(state, asked.get('state'), ({ provider, checks }) => {
    // A person who declines, and a provider that has a reason of its own.
    if (asked.has('error'))
      throw new PortError('auth/invalid-credential', 'The provider did not sign you in. Start again.');
    return state.social.profile(provider, checks, query);
  });
}

/** `form`: posted by the browser, with `SAMLResponse` and `RelayState`. Never rejects for what the provider or its browser did. */
export function answerFromSamlProvider(state: SignInState, form: string): Promise<SocialAnswer> {
  const { database, clock, social } = state;
  const posted = new URLSearchParams(form);
  return answered(state, posted.get('RelayState'), async ({ provider, checks }) => {
    const response = posted.get('SAMLResponse') ?? '';
    const { assertion, profile } = await social.samlAnswer(provider, { checks, response, now: clock.now() });
    if (!(await useAssertion(database, provider, assertion)))
      throw new PortError(
        'auth/invalid-credential',
        'This answer of the provider was used before. Start again.',
      );
    return profile;
  });
}

async function answered(
  { database, clock }: SignInState,
  stateText: string | null,
  profileOfAnswer: (flow: OpenFlow) => Promise<ProviderProfile>,
): Promise<SocialAnswer> {
  const open =
    stateText === null || stateText.length > 100 ? null : await flowOfState(database, stateText, clock.now());
  if (!open)
    return { ticket: null, back: null, problem: 'This sign-in is over, or took too long. Start again.' };
  const { back, checks } = open;
  try {
    const profile = await profileOfAnswer(open);
    return { ticket: await answerFlow(database, checks.state, profile), back, problem: null };
  } catch (error) {
    return { ticket: null, back, problem: toPortError(error).message };
  }
}
