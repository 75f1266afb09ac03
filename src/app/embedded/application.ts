/** The demonstration as the embedded cloud runs it: Muster's functions and rules, the demonstration team, its simulated members. */
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { replacePublishedKeys } from '#demo/published-keys.ts';
import { projectRules } from '#demo/rules.ts';
import { demoConfig, seedDemo } from '#demo/team.ts';
import indexes from '../../../firestore.indexes.json';

/** `sweepMonitor`: web address requested after each sweep. */
export const demoApplication = (sweepMonitor?: string): EmbeddedApplication => ({
  accounts: demoAccounts,
  config: demoConfig,
  // The text without its spaces is smaller.
  indexes: JSON.stringify(indexes),
  rules: projectRules,
  seed: seedDemo,
  update: replacePublishedKeys,
  loadProgram: async (startedAt) => {
    const { demoProgram } = await import('./demo-program.ts');
    return demoProgram(startedAt, sweepMonitor);
  },
});
