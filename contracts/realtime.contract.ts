/** The promises of `ports/realtime/realtime.ts`. */
import { contract, type Provider } from './harness.ts';
import { connectionScenarios } from './realtime/connection.ts';
import { realtimeValueScenarios } from './realtime/values.ts';
import { realtimeQueryScenarios } from './realtime/queries.ts';
import { rulesScenarios } from './realtime/rules.ts';
import { realtimeTransactionScenarios } from './realtime/transactions.ts';
import { realtimeWriteScenarios } from './realtime/writes.ts';
import { databaseRules as database } from './realtime/database-rules.ts';

export function realtimeContract(provider: Provider): void {
  contract('realtime', provider, (scenario) => {
    realtimeWriteScenarios(scenario, provider);
    realtimeValueScenarios(scenario);
    realtimeQueryScenarios(scenario);
    realtimeTransactionScenarios(scenario);
    connectionScenarios(scenario);
  });
  // Rules cascade: those that let the scenarios above write anywhere would let these do so too.
  contract('realtime under rules', provider, rulesScenarios, { callables: {} }, { rules: { database } });
}
