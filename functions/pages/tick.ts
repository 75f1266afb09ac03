/** Runs the due steps of one page. Safe to run at any time and any number of times. */
import { pageSchema } from '#domain/page/schema.ts';
import { system } from '#domain/base.ts';
import { isDue, tick } from '#domain/page/engine.ts';
import { putOff } from '#domain/page/put-off.ts';
import { changePage } from '#domain/page/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { apply } from '../apply.ts';
import { asGuarded } from '../kernel/system.ts';
import { isTeamGone } from '../team/gone.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { isPageHeld } from '../maintenance/hold.ts';
import { hasOnlyEndedAlerts } from './join.ts';
import { foundAt } from '#domain/page/recipient-resolver.ts';
import { withPriority } from './priority.ts';
import { recipientResolverOfPage } from './recipients.ts';

export async function tickPage(server: ServerPorts, teamId: string, pageId: string): Promise<void> {
  await transact(server, async (work) => {
    const current = await work.get(pageSchema, documentPaths.page(teamId, pageId));
    if (current === null || !isDue(current, work.now)) return;
    if (await isTeamGone(work, teamId)) return;
    if (await hasOnlyEndedAlerts(work, current)) {
      const ended = { kind: 'cancel', reason: 'All of its alerts are over.' } as const;
      const over = changePage(current, ended, { by: system, now: work.now });
      if (over.ok) await apply(work, 'page', asGuarded(current), over);
      return;
    }
    if (current.status === 'acknowledged' && (await isPageHeld(work, current))) {
      await apply(work, 'page', asGuarded(current), putOff(current, work.now));
      return;
    }
    const people = foundAt(await recipientResolverOfPage(work, current), work.now);
    const page = await withPriority(work, current);
    const change = tick(page, people, work.now);
    await apply(work, 'page', asGuarded(current), change);
  });
}
