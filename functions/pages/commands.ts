/** Handlers of answers to a page, by people and by their devices. */
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
import { type CommandContext, type CommandHandler, type CommandHandlers } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { accept, fail } from '../kernel/command-failed.ts';
import { applyPage } from './apply.ts';
import { saveDelivery } from './save-delivery.ts';
import { recipientResolverOfPage } from './recipients.ts';

const handleAcknowledgePage: CommandHandler<'acknowledgePage'> = async (_, context, before) => {
  requireAsked(context, before);
  return keep(context, before, acknowledge(before, context.userId, context.work.now));
};

const handleDeclinePage: CommandHandler<'declinePage'> = async ({ reason }, context, before) => {
  const { work, userId } = context;
  requireAsked(context, before);
  const people = await recipientResolverOfPage(work, before);
  return keep(context, before, decline(before, userId, reason, people, work.now));
};

const handleEscalatePage: CommandHandler<'escalatePage'> = async ({ reason }, context, before) => {
  const { work, userId } = context;
  requireAsked(context, before);
  if (before.subject.kind === 'drill')
    fail(refuse('forbidden', {}, 'A drill is never escalated to anyone else.'));
  const people = await recipientResolverOfPage(work, before);
  return keep(context, before, escalate(before, userId, reason, people, work.now));
};

const handleRecordReceipt: CommandHandler<'recordReceipt'> = async (input, context, before) => {
  const { work, userId } = context;
  if (before.userId !== userId) fail(refuse('not_found', {}));
  const after = record(before, input.receipt, work.now);
  if (after !== before) {
    saveDelivery(work, before, after);
    if (after.deviceId !== null) await proveDevice(context, after.deviceId, input.pageId);
  }
  return { revision: after.revision, status: after.status };
};

/** A drill is answered only by whom it asked. */
function requireAsked({ userId }: CommandContext, { subject, notified }: Page): void {
  if (subject.kind === 'drill' && !notified.some((one) => one.userId === userId))
    fail(refuse('forbidden', {}, 'This is someone else’s drill.'));
}

async function keep(context: CommandContext, before: Guarded<Page>, outcome: PageOutcome) {
  const { revision, status } = await applyPage(context.work, before, accept(outcome));
  return { revision, status };
}

async function proveDevice(context: CommandContext, deviceId: string, pageId: string): Promise<void> {
  const { work, teamId } = context;
  const path = documentPaths.device(teamId, deviceId);
  const current = await work.get(deviceSchema, path);
  const about = await context.page('registerDevice', pageId);
  if (current === null) return;
  const lastDrillAt = about.subject.kind === 'drill' ? work.now : current.lastDrillAt;
  work.save(path, { ...current, revision: current.revision + 1, lastShownAt: work.now, lastDrillAt });
}

export const pageHandlers = {
  acknowledgePage: handleAcknowledgePage,
  escalatePage: handleEscalatePage,
  declinePage: handleDeclinePage,
  recordReceipt: handleRecordReceipt,
} satisfies Partial<CommandHandlers>;
