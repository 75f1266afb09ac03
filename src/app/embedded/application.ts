/** The demonstration as the embedded cloud runs it: Muster's functions and rules, the demonstration team, its simulated members. */
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { projectRules } from '#demo/rules.ts';
import { demoConfig, seedDemo } from '#demo/team.ts';
import { startTeammates } from '#demo/teammates.ts';
import { createFunctions } from '#functions/index.ts';
import indexes from '../../../firestore.indexes.json?raw';

/** Interval of the sweep. Short, because people watch a page escalate. */
const sweepSeconds = 5;

/** The functions; `sweepMonitor`: web address requested after each sweep. */
export const demoFunctions = (sweepMonitor?: string) => createFunctions({ sweepSeconds, sweepMonitor });

export const application: EmbeddedApplication = {
  functions: demoFunctions(),
  accounts: demoAccounts,
  config: demoConfig,
  indexes,
  rules: projectRules,
  seed: seedDemo,
  startMembers: startTeammates,
};
