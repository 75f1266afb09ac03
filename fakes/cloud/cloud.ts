/** The embedded cloud, whole from the start: eight hosted services, the rules languages, backend code. */
import { rulesLanguages } from '#firebase-rules/rules-languages.ts';
import { CloudCore } from './cloud-core.ts';
import type { CloudOptions } from './cloud-options.ts';
import { everyService } from './every-service.ts';

export class FakeCloud extends CloudCore {
  /** @throws TypeError for an unknown option; RulesError, PortError for an invalid value */
  constructor(options: CloudOptions = {}) {
    super(everyService, options, { languages: rulesLanguages, functions: options.functions });
  }
}
