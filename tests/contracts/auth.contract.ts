/** The promises of `ports/auth/auth.ts`. */
import { accountScenarios } from './auth/accounts.ts';
import { factorScenarios } from './auth/factors.ts';
import { mailScenarios } from './auth/mail.ts';
import { otherWaysScenarios } from './auth/other-ways.ts';
import { serverUsersScenarios } from './auth/server.ts';
import { sessionScenarios } from './auth/sessions.ts';
import { contract, type Provider } from './harness.ts';

export function authContract(provider: Provider): void {
  contract(
    'auth',
    provider,
    (scenario) => {
      sessionScenarios(scenario);
      accountScenarios(scenario);
      mailScenarios(scenario);
      otherWaysScenarios(scenario);
      factorScenarios(scenario);
      serverUsersScenarios(scenario);
    },
    { callables: { whoAmI: async (_, { caller }) => caller?.uid ?? null } },
  );
}
