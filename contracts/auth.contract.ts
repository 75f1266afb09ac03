/** The promises of `ports/auth`. */
import type { AuthProject } from '#ports/auth/project.ts';
import { accountScenarios } from './auth/accounts.ts';
import { factorLimitScenarios, factorScenarios } from './auth/factors.ts';
import { mailScenarios } from './auth/mail.ts';
import { otherWaysScenarios } from './auth/other-ways.ts';
import * as projects from './auth/projects.ts';
import { passkeyScenarios } from './auth/passkeys.ts';
import { serverUsersScenarios } from './auth/server.ts';
import { factorAccountScenarios } from './auth/factor-accounts.ts';
import { keptSessionScenarios } from './auth/kept-sessions.ts';
import { tokenScenarios } from './auth/tokens.ts';
import { sessionScenarios } from './auth/sessions.ts';
import { contract, type Provider, type Scenario } from './harness.ts';

const functions = {
  callables: {
    whoAmI: async (_: unknown, { caller }: { readonly caller: { readonly uid: string } | null }) =>
      caller?.uid ?? null,
  },
};

export function authContract(provider: Provider): void {
  contract(
    'auth',
    provider,
    (scenario) => {
      sessionScenarios(scenario);
      keptSessionScenarios(scenario);
      tokenScenarios(scenario);
      accountScenarios(scenario);
      mailScenarios(scenario);
      otherWaysScenarios(scenario);
      factorScenarios(scenario);
      factorAccountScenarios(scenario);
      passkeyScenarios(scenario);
      serverUsersScenarios(scenario);
    },
    functions,
  );
  const project = (name: string, settings: AuthProject, define: (scenario: Scenario) => void) =>
    contract(`auth, ${name}`, provider, define, functions, { auth: settings });
  project('strict passwords', projects.strictPasswords, projects.strictPasswordScenarios);
  project('advised passwords', projects.advisedPasswords, projects.advisedPasswordScenarios);
  project('everything switched off', projects.nothingOn, projects.switchedOffScenarios);
  project('closed to newcomers', projects.closed, projects.closedScenarios);
  project('no enumeration protection', projects.outspoken, projects.outspokenScenarios);
  project('several accounts an address', projects.severalPerAddress, projects.severalPerAddressScenarios);
  project('few messages', projects.fewMessages, projects.fewMessagesScenarios);
  project('two second factors at most', { maxSecondFactors: 2 }, factorLimitScenarios);
}
