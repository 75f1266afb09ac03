/** SCIM service of a process: answers to requests, and the end of memberships. */
import type { SignInState } from '../sign-in-state.ts';
import type { SocialProviderSet } from '../social/social-providers.ts';
import { type ScimAnswer, ScimAnswers, type ScimRequest } from './scim-answers.ts';
import { type EndMemberships, ScimEnds } from './scim-ends.ts';
import { ScimUsers } from './scim-service.ts';
import { scimProviders } from './scim-tokens.ts';

/** Path below which SCIM is. */
export const scimPath = '/scim/v2';

export interface PostgresScim {
  /** Whether a provider has a token. */
  readonly isOn: boolean;
  /** @throws PortError unavailable */
  answer(request: ScimRequest): Promise<ScimAnswer>;
  /** Starts ending the memberships of deactivated and deleted users. */
  start(end: EndMemberships): void;
  stop(): void;
}

export function openScim(
  state: SignInState,
  providers: SocialProviderSet,
  report: (error: unknown) => void,
): PostgresScim {
  const { database, clock, origin, attempts } = state;
  const known = scimProviders(providers);
  const ends = new ScimEnds({ database, clock, report });
  const users = new ScimUsers(state, () => state.background(() => ends.run()));
  const answers = new ScimAnswers({ users, attempts, providers: known, base: `${origin}${scimPath}` });
  return {
    isOn: known.size > 0,
    answer: (request) => answers.answer(request),
    start: (end) => ends.start(end),
    stop: () => ends.stop(),
  };
}
