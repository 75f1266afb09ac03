/** The promises of `ports/messaging`, and of push in `ports/server`. */
import { contract, type Provider } from './harness.ts';
import { arrivingScenarios } from './messaging/arriving.ts';
import { registeringScenarios } from './messaging/registering.ts';
import { sendingScenarios } from './messaging/sending.ts';

export function messagingContract(provider: Provider): void {
  contract('messaging', provider, (scenario) => {
    registeringScenarios(scenario);
    arrivingScenarios(scenario);
    sendingScenarios(scenario);
  });
}
