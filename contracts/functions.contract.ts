/** The promises of `ports/functions`, and those of `ports/server/handlers` that a caller can see. */
import { callScenarios } from './functions/calls.ts';
import { calledFunctions } from './functions/called.ts';
import { endingScenarios } from './functions/endings.ts';
import { errorScenarios } from './functions/errors.ts';
import { streamScenarios } from './functions/streams.ts';
import { contract, type Provider } from './harness.ts';

export function functionsContract(provider: Provider): void {
  contract(
    'functions',
    provider,
    (scenario) => {
      callScenarios(scenario);
      errorScenarios(scenario);
      endingScenarios(scenario, provider);
      streamScenarios(scenario, provider);
    },
    calledFunctions,
  );
}
