/** The embedded cloud, whole from the start: eight hosted services, the rules languages, backend code. */
import { rulesLanguages } from '#firebase-rules/rules-languages.ts';
import { CloudCore } from './cloud-core.ts';
import type { CloudOptions } from './service.ts';

export type { CloudSnapshot, KeptCloud, SetAsideRecord } from './cloud-core.ts';

export class FakeCloud extends CloudCore {
  /** @throws TypeError for an unknown option; RulesError, PortError for an invalid value */
  constructor(options: CloudOptions = {}) {
    const parts = { languages: rulesLanguages, functions: options.functions };
    super(options, async () => parts);
    this.install(parts);
  }
}
