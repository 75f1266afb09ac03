/** What people and their devices answer to a page. */
import { device } from '#domain/entities/device.ts';
import { delivery, page, type Page } from '#domain/entities/page.ts';
import { refuse } from '#domain/errors.ts';
import {
  acknowledgePage as acknowledge,
  declinePage as decline,
  escalatePage as escalate,
  type PageOutcome,
} from '#domain/paging/answer.ts';
import { recordReceipt as record } from '#domain/delivery.ts';
import { documentPaths } from '#domain/paths.ts';
import { incidentOf } from '../incidents/load.ts';
import { command, type Session } from '../kernel/command.ts';
import { accept, fail, found } from '../kernel/refused.ts';
import { applyPage } from './apply.ts';
import { peopleForPage } from './people.ts';

export const acknowledgePage = command('acknowledgePage', async ({ pageId }, session) => {
  const before = await answerable(session, pageId);
  return keep(session, before, acknowledge(before, session.userId, session.work.now));
});

export const declinePage = command('declinePage', async ({ pageId, reason }, session) => {
  const { work, userId } = session;
  const before = await answerable(session, pageId);
  const people = await peopleForPage(work, before);
  return keep(session, before, decline(before, userId, reason, people, work.now));
});

export const escalatePage = command('escalatePage', async ({ pageId, reason }, session) => {
  const { work, userId } = session;
  const before = await answerable(session, pageId);
  if (before.subject.kind === 'drill') fail(refuse('forbidden', {}, 'A drill never climbs to anyone else.'));
  const people = await peopleForPage(work, before);
  return keep(session, before, escalate(before, userId, reason, people, work.now));
});

export const recordReceipt = command('recordReceipt', async (input, session) => {
  session.require('registerDevice');
  const { work, teamId, userId } = session;
  const path = documentPaths.delivery(teamId, input.pageId, input.deliveryId);
  const before = found(await work.get(delivery, path));
  if (before.userId !== userId) fail(refuse('not_found', {}));
  const after = record(before, input.receipt, work.now);
  if (after !== before) {
    work.save(path, after);
    if (after.deviceId !== null) await proveDevice(session, after.deviceId, input.pageId);
  }
  return { revision: after.revision, status: after.status };
});

/** The page, if the caller may answer it: those whom it asked, and every responder who may see what it is about. */
async function answerable(session: Session, pageId: string): Promise<Page> {
  const { work, teamId, userId } = session;
  const current = found(await work.get(page, documentPaths.page(teamId, pageId)));
  const asked = current.notified.some((one) => one.userId === userId);
  if (current.subject.kind === 'drill') {
    session.require('registerDevice');
    if (!asked) fail(refuse('forbidden', {}, 'This is someone else’s drill.'));
    return current;
  }
  session.require('acknowledge');
  if (!asked && current.incidentId !== null)
    session.require('acknowledge', await incidentOf(session, current.incidentId));
  return current;
}

async function keep(session: Session, before: Page, outcome: PageOutcome) {
  const { revision, status } = await applyPage(session.work, before, accept(outcome));
  return { revision, status };
}

async function proveDevice({ work, teamId }: Session, deviceId: string, pageId: string): Promise<void> {
  const path = documentPaths.device(teamId, deviceId);
  const current = await work.get(device, path);
  const about = await work.get(page, documentPaths.page(teamId, pageId));
  if (current === null || about === null) return;
  const lastDrillAt = about.subject.kind === 'drill' ? work.now : current.lastDrillAt;
  work.save(path, { ...current, revision: current.revision + 1, lastShownAt: work.now, lastDrillAt });
}
