/** Withdrawal of notifications of people who are no longer asked. Nothing depends on it. */
import type { Page } from '#domain/page/schema.ts';
import type { ServerTasks } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { outcomeTask } from '../tasks.ts';
import { countOpenPages } from './open-pages.ts';
import { settling } from '../channels/channels.ts';
import { sendMessageBy } from '../channels/messages.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { waysTo } from './notify.ts';

/** Older than this, a notification may as well stay. */
const settledForSeconds = 3_600;

export async function settleDeliveries(
  work: UnitOfWork,
  page: Page,
  userIds: readonly string[],
): Promise<void> {
  if (page.hasReplaceable === true) work.afterCommit(({ tasks }) => enqueueOutcome(tasks, page));
  const data = { kind: 'settled', pageId: page.id, teamId: page.teamId, status: page.status };
  for (const userId of userIds)
    await sendMessageBy(work, await waysTo(work, page, userId, settling), async (server) => {
      const open = await countOpenPages(server, page.teamId, userId);
      return { data: { ...data, open: String(open) }, timeToLiveSeconds: settledForSeconds };
    });
}

async function enqueueOutcome(tasks: ServerTasks, { teamId, id: pageId, revision }: Page): Promise<void> {
  const task = { id: `${outcomeTask}-${pageId}-${revision}` };
  await attempt(() => tasks.enqueue(outcomeTask, { teamId, pageId }, task));
}
