/** Does what is due for one page. Safe to run at any time and any number of times. */
import { pageSchema } from '#domain/page/schema.ts';
import { isDue, tick } from '#domain/page/engine.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { asGuarded } from '../kernel/system.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { applyPage } from './apply.ts';
import { recipientResolverOfPage } from './recipients.ts';

export async function tickPage(server: ServerPorts, teamId: string, pageId: string): Promise<void> {
  await transact(server, async (work) => {
    const current = await work.get(pageSchema, documentPaths.page(teamId, pageId));
    if (current === null || !isDue(current, work.now)) return;
    const people = await recipientResolverOfPage(work, current);
    await applyPage(work, asGuarded(current), tick(current, people, work.now));
  });
}
