/** Pages and their deliveries. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { idSchema, multilineTextSchema, optionalTextSchema } from '#domain/base.ts';
import type { Page, PageStatus, DeliveryStatus } from '#domain/page/schema.ts';
import type { Action } from '#domain/permissions.ts';
import { pageExpectationSchema } from '#domain/page/expectation-schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, pageTargetSchema, snoozeMinutesSchema } from './fields.ts';

const reason = optionalTextSchema(limits.reason);

/** The page as the member saw it: the command is refused once the page has gone on. */
const expected = v.exactOptional(pageExpectationSchema);

/** A drill is answered by whom it asked, whatever their role; any other page by responders. */
const answerAction = ({ subject }: Page): Action =>
  subject.kind === 'drill' ? 'registerDevice' : 'acknowledge';

export const pagesCommands = {
  /** Pages from an incident. */
  page: command<RevisionOutput & { pageId: string }>()({
    input: { incidentId: idSchema, whom: pageTargetSchema, summary: multilineTextSchema(limits.summary) },
    permission: { of: 'incident', action: 'page' },
    scope: 'incidentId',
    expires: true,
    labels: { pending: 'Page people', failed: 'Nobody was paged' },
  }),

  acknowledgePage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema },
    permission: { of: 'page', action: 'read', exact: answerAction },
    // No ordering with other commands.
    scope: null,
    expires: true,
    labels: { pending: 'Acknowledge a page', failed: 'The page was not acknowledged' },
  }),

  /** Moves on to the next step at once. */
  escalatePage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema, reason, expected },
    permission: { of: 'page', action: 'read', exact: answerAction },
    scope: 'pageId',
    expires: true,
    labels: { pending: 'Escalate a page', failed: 'The page was not escalated' },
  }),

  /** Asks from the first step again: for a page that nobody answered, or that somebody has acknowledged. */
  repage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema, expected },
    permission: { of: 'page', action: 'read', exact: answerAction },
    scope: 'pageId',
    expires: true,
    labels: { pending: 'Page again', failed: 'Nobody was paged again' },
  }),

  /** Ends the caller's own acknowledgement: the page asks again at its position and continues from there. */
  handBackPage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema, expected },
    permission: { of: 'page', action: 'read', exact: answerAction },
    scope: 'pageId',
    expires: true,
    labels: { pending: 'Give a page back', failed: 'The page was not given back' },
  }),

  /** Lets a page that the caller has acknowledged sleep, then begin again; `minutes` null ends the snooze, and the page stays theirs. */
  snoozePage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema, minutes: v.nullable(snoozeMinutesSchema), expected },
    permission: { of: 'page', action: 'read', exact: answerAction },
    scope: 'pageId',
    expires: true,
    labels: { pending: 'Snooze a page', failed: 'The page was not snoozed' },
  }),

  /** Asks a named responder; who had it is asked no more once they acknowledge. */
  handOverPage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema, userId: idSchema, expected },
    permission: { of: 'page', action: 'read', exact: answerAction },
    scope: 'pageId',
    expires: true,
    labels: { pending: 'Hand a page over', failed: 'The page was not handed over' },
  }),

  /** “Can’t take it”: the page moves on as soon as nobody is left in its step. */
  declinePage: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema, reason, expected },
    permission: { of: 'page', action: 'read', exact: answerAction },
    scope: 'pageId',
    expires: true,
    labels: { pending: 'Decline a page', failed: 'The page was not passed on' },
  }),

  /** Says that the caller, who has acknowledged the page, is using Muster now. */
  recordSignOfLife: command<RevisionOutput & { status: PageStatus }>()({
    input: { pageId: idSchema },
    permission: { of: 'page', action: 'read', exact: answerAction },
    // No ordering: a late command would speak for a former holder.
    scope: null,
    expires: true,
    labels: { pending: 'Confirm that you are there', failed: null },
  }),

  /** Says that a device showed or opened a page. A receipt never goes back. */
  recordReceipt: command<RevisionOutput & { status: DeliveryStatus }>()({
    input: { pageId: idSchema, deliveryId: idSchema, receipt: v.picklist(['shown', 'opened']) },
    permission: { of: 'delivery', action: 'registerDevice' },
    scope: 'deliveryId',
    labels: { pending: 'Confirm a notification', failed: null },
  }),
} as const;
