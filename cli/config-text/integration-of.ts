import type { CurrentConfig } from './current.ts';
import type { ConfigText } from './schema.ts';

/** Name and service of an integration after the plan. */
export function integrationOf(file: ConfigText, current: CurrentConfig, id: string) {
  const named = new Map([
    ...Object.entries(current.text.integrations),
    ...Object.entries(file.integrations ?? {}),
  ]);
  return named.get(id) ?? { name: id, serviceId: '' };
}
