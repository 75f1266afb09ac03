/** The promises of `ports/config`. */
import { fetchingScenarios } from './config/fetching.ts';
import { updateScenarios } from './config/updates.ts';
import { valueScenarios } from './config/values.ts';
import { contract, type Provider } from './harness.ts';

export function configContract(provider: Provider): void {
  contract('config', provider, (scenario) => {
    valueScenarios(scenario);
    fetchingScenarios(scenario);
    updateScenarios(scenario);
  });
}
