/** Handlers of answers to a page, by people and by what reached them. */
import type { ReceiptWay } from '#domain/channel/state.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { changePage, type PageCommand, type PageOutcome } from '#domain/page/transitions.ts';
import { whyNotEscalated } from '#domain/page/escalate.ts';
import * as deliveries from '#domain/page/delivery.ts';
import { unchanged } from '#domain/transition.ts';
import { isResponder } from '#domain/permissions.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { apply } from '../apply.ts';
import { channelOf } from '../channels/channels.ts';
import { type CommandContext, type CommandHandler, type CommandHandlers } from '../kernel/command.ts';
import type { Guarded } from '../kernel/guard.ts';
import { accept, fail, found } from '../kernel/command-failed.ts';
import { pageOf, saveDelivery } from './delivery.ts';
import { requireLiveSubject } from './live-subject.ts';
import { withPriority } from './priority.ts';
import { recipientResolverOfPage } from './recipients.ts';

const acknowledgePage: CommandHandler<'acknowledgePage'> = async (_, context, page) => {
  requireAsked(context, page);
  return keep(context, page, changePage(page, { kind: 'acknowledge' }, context));
};

const declinePage: CommandHandler<'declinePage'> = async ({ reason, expected }, context, page) => {
  requireAsked(context, page);
  return move(context, page, { kind: 'decline', reason, expected });
};

const escalatePage: CommandHandler<'escalatePage'> = async ({ reason, expected }, context, page) => {
  requireAsked(context, page);
  if (page.subject.kind === 'drill') fail('forbidden', {}, whyNotEscalated(page, null) ?? undefined);
  return move(context, page, { kind: 'escalate', reason, expected });
};

const repage: CommandHandler<'repage'> = async ({ expected }, context, page) => {
  requireAsked(context, page);
  await requireLiveSubject(context.work, page);
  return move(context, page, { kind: 'repage', expected });
};

const handBackPage: CommandHandler<'handBackPage'> = async ({ expected }, context, page) => {
  requireAsked(context, page);
  return move(context, page, { kind: 'hand-back', expected });
};

const snoozePage: CommandHandler<'snoozePage'> = async ({ minutes, expected }, context, page) => {
  requireAsked(context, page);
  return keep(context, page, changePage(page, { kind: 'snooze', minutes, expected }, context));
};

const recordSignOfLife: CommandHandler<'recordSignOfLife'> = async (_, context, page) =>
  keep(context, page, changePage(page, { kind: 'sign-of-life' }, context));

const handOverPage: CommandHandler<'handOverPage'> = async ({ userId, expected }, context, page) => {
  requireAsked(context, page);
  const { work, teamId } = context;
  const member = found(await work.get(memberSchema, documentPaths.member(teamId, userId)));
  const rule = 'Viewers are never paged. Choose somebody else.';
  if (!isResponder(member)) fail('invalid', { field: 'userId', rule }, rule);
  return keep(context, page, changePage(page, { kind: 'hand-over', to: userId, expected }, context));
};

const receiptBy =
  (way: ReceiptWay): CommandHandler<'recordReceipt'> =>
  async ({ receipt }, context, before) => {
    const { work, userId } = context;
    if (before.userId !== userId) fail('not_found', {});
    const { state } = deliveries.recordReceipt(before, { receipt, way }, context);
    if (state !== before) {
      saveDelivery(work, before, state);
      await proveTarget(context, before, way);
    }
    return { revision: state.revision, status: state.status };
  };

/** Receipt of a pushed notification. Only the ticket that is pushed with it gives the right to it: no command of the catalogue says so. */
export const recordPushReceipt = receiptBy('push');

/** A drill is answered only by the person that it asked, and by no program: the answer proves its target. */
function requireAsked({ userId, byProgram }: CommandContext, { subject, notified }: Page): void {
  if (subject.kind !== 'drill') return;
  if (!notified.some((one) => one.userId === userId)) fail('forbidden', {}, 'This is someone else’s drill.');
  if (byProgram)
    fail('forbidden', {}, 'Answer a drill where it was sent: the answer proves that messages arrive there.');
}

async function move(context: CommandContext, page: Guarded<Page>, command: PageCommand) {
  const people = await recipientResolverOfPage(context.work, page);
  const current = await withPriority(context.work, page);
  const outcome = changePage(current, command, { ...context, people });
  // The priority alone is not stored.
  const isUnchanged = outcome.ok && outcome.state === current;
  return keep(context, page, isUnchanged ? unchanged(page) : outcome);
}

async function keep({ work }: CommandContext, page: Guarded<Page>, outcome: PageOutcome) {
  const { revision, status } = await apply(work, 'page', page, accept(outcome));
  return { revision, status };
}

async function proveTarget(
  { work, teamId }: CommandContext,
  delivery: Guarded<Delivery>,
  shown: ReceiptWay,
): Promise<void> {
  const { to } = delivery;
  if (to === null) return;
  const isDrill = (await pageOf(work, delivery))?.subject.kind === 'drill';
  await channelOf(to)?.prove(work, teamId, to.target, { shown, isDrill });
}

export const pageHandlers = {
  acknowledgePage,
  escalatePage,
  declinePage,
  repage,
  handBackPage,
  snoozePage,
  handOverPage,
  recordSignOfLife,
  recordReceipt: receiptBy('page'),
} satisfies Partial<CommandHandlers>;
