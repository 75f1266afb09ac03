/** A delivery that a command was given, and its page. */
import { type Delivery, type Page, pageSchema } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';

export function saveDelivery(work: CommandWork, before: Guarded<Delivery>, after: Delivery): void {
  const { teamId, pageId, id } = before;
  unitOfWorkOf(work).save(documentPaths.delivery(teamId, pageId, id), after);
}

export const pageOf = (work: CommandWork, { teamId, pageId }: Guarded<Delivery>): Promise<Page | null> =>
  unitOfWorkOf(work).get(pageSchema, documentPaths.page(teamId, pageId));
