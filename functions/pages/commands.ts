/** What people and their devices answer to a page. */
import { deviceSchema } from '#domain/device/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { refuse } from '#domain/errors.ts';
import {
  acknowledgePage as acknowledge,
  declinePage as decline,
  escalatePage as escalate,
  type PageOutcome,
} from '#domain/page/answer.ts';
import { recordReceipt as record } from '#domain/page/delivery.ts';
import { documentPaths } from '#api/paths.ts';
import { command, type Session } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { accept, fail } from '../kernel/refused.ts';
import { applyPage } from './apply.ts';
import { keepDelivery } from './keep-delivery.ts';
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
  const { work, userId } = session;
  const before = await session.delivery('registerDevice', input.pageId, input.deliveryId);
  if (before.userId !== userId) fail(refuse('not_found', {}));
  const after = record(before, input.receipt, work.now);
  if (after !== before) {
    keepDelivery(work, before, after);
    if (after.deviceId !== null) await proveDevice(session, after.deviceId, input.pageId);
  }
  return { revision: after.revision, status: after.status };
});

/** The page, if the caller may answer it: every responder who may see what it is about; a drill only whom it asked. */
async function answerable(session: Session, pageId: string): Promise<Guarded<Page>> {
  const current = await session.page('read', pageId);
  if (current.subject.kind !== 'drill') return session.page('acknowledge', pageId);
  session.require('registerDevice');
  const asked = current.notified.some((one) => one.userId === session.userId);
  if (!asked) fail(refuse('forbidden', {}, 'This is someone else’s drill.'));
  return current;
}

async function keep(session: Session, before: Guarded<Page>, outcome: PageOutcome) {
  const { revision, status } = await applyPage(session.work, before, accept(outcome));
  return { revision, status };
}

async function proveDevice(session: Session, deviceId: string, pageId: string): Promise<void> {
  const { work, teamId } = session;
  const path = documentPaths.device(teamId, deviceId);
  const current = await work.get(deviceSchema, path);
  const about = await session.page('registerDevice', pageId);
  if (current === null) return;
  const lastDrillAt = about.subject.kind === 'drill' ? work.now : current.lastDrillAt;
  work.save(path, { ...current, revision: current.revision + 1, lastShownAt: work.now, lastDrillAt });
}
