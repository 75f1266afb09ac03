/**
 * Queued mail: written in the transaction of what it belongs to, due at once, and removed with its outcome, so that a process that ends
 * after the commit loses no mail. No client may read it: the links in mails are secrets.
 */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, wholeNumberSchema } from '../base.ts';
import { minute } from '../constants.ts';
import { inviteIdSchema, inviteTokenSchema } from '../team/invite.ts';
import { mailChoiceNames } from './choices.ts';

const queuedMailContentSchema = v.variant('kind', [
  /** Mail of an invite; `token`: secret of its link, stored nowhere else. */
  v.object({ kind: v.literal('invite'), inviteId: inviteIdSchema, token: inviteTokenSchema }),
  /** Confirmation of a person's address; `secret`: of its link, stored nowhere else. */
  v.object({ kind: v.literal('confirmation'), userId: idSchema, secret: v.string() }),
  /** Message that asks for no answer, to the person's confirmed address. */
  v.object({
    kind: v.literal('message'),
    userId: idSchema,
    choice: v.picklist(mailChoiceNames),
    /** Null: stored as no notice. */
    noticeId: v.nullable(idSchema),
    title: v.string(),
    body: v.string(),
    /** Screen below the address of this Muster; null: none. */
    link: v.nullable(v.string()),
    /** Time after which it is of no use. */
    expiresAt: epochMsSchema,
  }),
]);
export type QueuedMailContent = v.InferInput<typeof queuedMailContentSchema>;

/** Pauses after failed attempts, in minutes. The first is longer than an attempt may take. */
const pauses = [1, 2, 4, 8, 15, 30] as const;
const mostAttempts = pauses.length + 1;

export const queuedMailSchema = v.object({
  ...entityFields,
  content: queuedMailContentSchema,
  /** Attempts that began. */
  attempts: wholeNumberSchema(0, mostAttempts),
  /** Time of the next attempt; of an attempt under way: after it, for the case that its outcome is lost. */
  dueAt: epochMsSchema,
});
export type QueuedMail = v.InferInput<typeof queuedMailSchema>;

export interface NewQueuedMail {
  readonly id: string;
  readonly teamId: string;
  readonly by: string;
  readonly content: QueuedMailContent;
}

export const newQueuedMail = ({ id, teamId, by, content }: NewQueuedMail, now: number): QueuedMail => ({
  ...{ id, teamId, createdAt: now, createdBy: by, revision: 1 },
  ...{ content, attempts: 0, dueAt: now },
});

/** The mail with a further attempt under way. */
export function beginAttempt(state: QueuedMail, now: number): QueuedMail {
  const attempts = state.attempts + 1;
  const dueAt = now + (pauses[attempts - 1] ?? 1) * minute;
  return { ...state, attempts, dueAt, revision: state.revision + 1 };
}

/** Whether no further attempt follows: an hour after the first one. */
export const isLastAttempt = ({ attempts }: Pick<QueuedMail, 'attempts'>): boolean =>
  attempts >= mostAttempts;
