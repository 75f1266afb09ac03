/** Documents: every promise of `ports/docs`. */
import { contract, type Provider, type Scenario, scenarioBy } from './harness.ts';
import { OffStage } from './off-stage.ts';
import { aggregateScenarios } from './docs/aggregates.ts';
import { answerScenarios } from './docs/answers.ts';
import { argumentScenarios } from './docs/arguments.ts';
import { cursorScenarios } from './docs/cursors.ts';
import { faultScenarios } from './docs/faults.ts';
import { groupScenarios } from './docs/groups.ts';
import { indexFile as indexes } from './docs/index-file.ts';
import { indexScenarios } from './docs/indexes.ts';
import { limitScenarios } from './docs/limits.ts';
import { nearestScenarios } from './docs/nearest.ts';
import { nextPersonScenarios } from './docs/next-person.ts';
import { offlineScenarios } from './docs/offline.ts';
import { onceScenarios } from './docs/once.ts';
import { operatorScenarios } from './docs/operators.ts';
import { queueScenarios } from './docs/queue.ts';
import { ruleScenarios } from './docs/rules.ts';
import { queryLimitScenarios } from './docs/query-limits.ts';
import { queryScenarios } from './docs/queries.ts';
import { serverTransactionScenarios } from './docs/server-transactions.ts';
import { tabScenarios } from './docs/tabs.ts';
import { transactionStepScenarios } from './docs/transaction-steps.ts';
import { transactionScenarios } from './docs/transactions.ts';
import { transformScenarios } from './docs/transforms.ts';
import { pendingWatchScenarios } from './docs/watching-pending.ts';
import { watchScenarios } from './docs/watching.ts';
import { writeScenarios } from './docs/writing.ts';

export function docsContract(provider: Provider): void {
  contract('docs', provider, (scenario) => {
    writeScenarios(scenario);
    transformScenarios(scenario);
    queryScenarios(scenario);
    cursorScenarios(scenario);
    queryLimitScenarios(scenario);
    operatorScenarios(scenario);
    aggregateScenarios(scenario);
    groupScenarios(scenario);
    nearestScenarios(scenario);
    watchScenarios(scenario);
    pendingWatchScenarios(scenario);
    transactionScenarios(scenario);
    transactionStepScenarios(scenario);
    serverTransactionScenarios(scenario);
    offlineScenarios(scenario);
    answerScenarios(scenario);
    queueScenarios(scenario);
    faultScenarios(scenario);
    tabScenarios(scenario);
    nextPersonScenarios(scenario);
    argumentScenarios(scenario);
    ruleScenarios(scenario);
    limitScenarios(scenario);
  });
  contract('docs, once', provider, (scenario) => onceScenarios(skipping(scenario, provider.atLeastOnce)));
  contract('docs indexes', provider, indexScenarios, { callables: {} }, { indexes });
}

/** Scenarios that are skipped for a reason, if there is one. */
const skipping = (scenario: Scenario, reason: string | undefined): Scenario =>
  reason === undefined
    ? scenario
    : scenarioBy((name, needs) => scenario(name, { needs }, () => Promise.reject(new OffStage(reason))));
