/**
 * At the end each acknowledged alert belongs to a holder of its page, or to the person or the machine that acknowledged it alone. At any
 * time, no alert is acknowledged by a person who acknowledged its page before the alert came: they know nothing of it.
 */
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Alert } from '#domain/alert/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { teamId } from '../team.ts';
import type { Commit } from '../world/ledger.ts';
import type { Invariant } from './invariant.ts';

const pagePath = new RegExp(`^${collectionPaths.pages(teamId)}/[^/]+$`, 'u');
const alertPath = new RegExp(`^${collectionPaths.alerts(teamId)}/[^/]+$`, 'u');

const holds = (page: Page, uid: string) =>
  page.status === 'acknowledged' && page.acknowledgements.some(({ userId }) => userId === uid);

export const checkAlertHolders: Invariant = (world) => {
  /** `ALERT UID`, until the person gives up the page of the alert. */
  const acknowledgedAlone = new Set<string>();
  world.ledger.listen({
    committed(commit, before) {
      for (const [path, entity] of commit.writes) {
        const [last, page] = [before(path), entity] as unknown as readonly (Page | null)[];
        if (!pagePath.test(path) || !page || last?.status !== 'acknowledged') continue;
        for (const { userId } of last.acknowledgements)
          for (const alert of world.alerts)
            if (alert.pageId === page.id && !holds(page, userId))
              acknowledgedAlone.delete(`${alert.id} ${userId}`);
      }
      for (const one of acknowledgedIn(commit)) acknowledgedAlone.add(one);
    },
  });
  return {
    step() {
      for (const { id, status, pageId, acknowledgedBy: uid, createdAt } of world.alerts) {
        const page = pageId === null ? undefined : world.page(pageId);
        const answer = page?.acknowledgements.find(({ userId }) => userId === uid);
        if (status !== 'acknowledged' || uid === null || !answer || answer.acknowledgedAt >= createdAt)
          continue;
        if (!acknowledgedAlone.has(`${id} ${uid}`))
          world.wrong(`Alert ${id} is acknowledged by ${uid}, who was not notified of it.`);
      }
    },
    end() {
      for (const { id, status, pageId, acknowledgedBy: uid } of world.alerts) {
        const page = pageId === null ? undefined : world.page(pageId);
        if (status !== 'acknowledged' || uid === null || !page || page.status === 'cancelled') continue;
        if (!holds(page, uid) && !acknowledgedAlone.has(`${id} ${uid}`))
          world.wrong(`Alert ${id} is with ${uid}, and its page ${page.id} is not.`);
      }
    },
  };
};

/** Alerts that a person or a machine has acknowledged by themselves. */
function acknowledgedIn({ run, writes }: Commit): readonly string[] {
  if (run.operation === 'call:acknowledgeAlert')
    return [`${(run.input as CommandInput<'acknowledgeAlert'>).alertId} ${run.uid}`];
  if (run.operation !== 'http') return [];
  return [...writes].flatMap(([path, entity]) => {
    const alert = entity as unknown as Alert | null;
    return alertPath.test(path) && alert?.acknowledgedBy === 'system' ? [`${alert.id} system`] : [];
  });
}
