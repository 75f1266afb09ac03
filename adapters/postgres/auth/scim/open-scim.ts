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
  /** From now on `run` ends the memberships of deactivated and deleted users. */
  start(end: EndMemberships): void;
  /** Ends the memberships that are left, in the background. */
  run(): void;
  stop(): void;
}

export function openScim(
  state: SignInState,
  providers: SocialProviderSet,
  report: (error: unknown) => void,
): PostgresScim {
  const { database, origin, attempts } = state;
  const known = scimProviders(providers);
  const ends = new ScimEnds({ database, report });
  const run = () => state.background(() => ends.run());
  const users = new ScimUsers(state, run);
  const answers = new ScimAnswers({ users, attempts, providers: known, base: `${origin}${scimPath}` });
  return {
    isOn: known.size > 0,
    answer: (request) => answers.answer(request),
    start: (end) => ends.start(end),
    run,
    stop: () => ends.stop(),
  };
}
