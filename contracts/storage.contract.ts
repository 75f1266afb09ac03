/** The promises of ports/storage. */
import { contract, type Provider } from './harness.ts';
import { leftoverScenarios } from './storage/leftovers.ts';
import { listingScenarios } from './storage/listing.ts';
import { metadataScenarios } from './storage/metadata.ts';
import { retryScenarios } from './storage/retries.ts';
import { peopleScenarios } from './storage/people.ts';
import { readingScenarios } from './storage/reading.ts';
import { storageRuleScenarios } from './storage/rules.ts';
import { uploadingScenarios } from './storage/uploading.ts';

export function storageContract(provider: Provider): void {
  contract('storage', provider, (scenario) => {
    peopleScenarios(scenario);
    storageRuleScenarios(scenario);
    readingScenarios(scenario);
    metadataScenarios(scenario);
    listingScenarios(scenario);
    uploadingScenarios(scenario);
    retryScenarios(scenario);
    leftoverScenarios(scenario);
  });
}
