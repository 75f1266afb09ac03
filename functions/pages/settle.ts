/** Tells the devices of people who are no longer asked to take their notifications away. Nothing depends on it. */
import type { Page } from '#domain/page/schema.ts';
import { attempt, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { devicesOf } from './notify.ts';

/** Older than this, a notification may as well stay. */
const settledForSeconds = 3_600;

export async function settle(work: UnitOfWork, page: Page, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    for (const { registration } of await devicesOf(work, page, userId)) {
      if (registration === null) continue;
      work.afterCommit(async ({ push }) => {
        const data = { kind: 'settled', pageId: page.id, teamId: page.teamId, status: page.status };
        await attempt(() => push.send(registration, { data, timeToLiveSeconds: settledForSeconds }));
      });
    }
  }
}
