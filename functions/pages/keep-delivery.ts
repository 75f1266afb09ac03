import type { Delivery } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unlimited } from '../kernel/system.ts';

export function keepDelivery(work: CommandWork, before: Guarded<Delivery>, after: Delivery): void {
  const { teamId, pageId, id } = before;
  unlimited(work).save(documentPaths.delivery(teamId, pageId, id), after);
}
