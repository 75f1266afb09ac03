/**
 * Sending of one queued mail. An attempt is noted before it begins and its outcome after it, each in a transaction of its own, so that of two
 * runs one sends. A mail whose outcome was lost is sent again, under the same message id.
 */
import { beginAttempt, isLastAttempt, type QueuedMail, queuedMailSchema } from '#domain/mail/queued-mail.ts';
import { serverPaths } from '#api/server-paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { OutgoingMail, SentMail, ServerMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { awaitOutcome } from './await-outcome.ts';
import { mailKinds } from './mail-kinds.ts';

interface QueuedMailAddress {
  readonly teamId: string;
  readonly id: string;
}

interface Attempt {
  readonly queued: QueuedMail;
  readonly mail: OutgoingMail;
}

const unreachable = 'The mail server can’t be reached.';

/** Sends the mail unless it is sent, not due, or no longer of use. Safe to run any number of times. */
export async function sendQueuedMail(server: ServerPorts, at: QueuedMailAddress): Promise<void> {
  const begun = await transact(server, (work) => begin(work, server.mail, at));
  if (begun === null || server.mail === null) return;
  const { queued, mail } = begun;
  const outcome = await outcomeOf(() => server.mail?.send(mail) ?? Promise.reject(new Error('No mail.')));
  if (outcome.kind === 'later' && !isLastAttempt(queued)) return;
  await transact(server, (work) => settle(work, queued, outcome));
  if (outcome.kind !== 'sent') return;
  await attempt(() => awaitOutcome(server, addresseeOf(queued, mail), outcome.sent, null));
}

/** Null: nothing is to be sent. A mail that is no longer of use is removed. */
async function begin(
  work: UnitOfWork,
  mail: ServerMail | null,
  { teamId, id }: QueuedMailAddress,
): Promise<Attempt | null> {
  const path = serverPaths.queuedMail(teamId, id);
  const queued = await work.get(queuedMailSchema, path);
  if (queued === null || queued.dueAt > work.now) return null;
  const written = await mailKinds.write(work, queued, mail?.origin ?? '');
  if (written === null) {
    work.remove(path);
    return null;
  }
  if (mail === null || isLastAttempt(queued)) {
    work.remove(path);
    const problem = mail === null ? 'No mail is set up on this server.' : unreachable;
    await mailKinds.settled(work, queued, { problem, gone: false });
    return null;
  }
  const state = beginAttempt(queued, work.now);
  work.save(path, state);
  return { queued: state, mail: written };
}

type AttemptOutcome =
  | { readonly kind: 'sent'; readonly sent: SentMail }
  | { readonly kind: 'later'; readonly problem: string }
  /** `gone`: the server takes no mail for the address. */
  | { readonly kind: 'failed'; readonly problem: string; readonly gone: boolean };

async function outcomeOf(send: () => Promise<SentMail>): Promise<AttemptOutcome> {
  try {
    return { kind: 'sent', sent: await send() };
  } catch (error) {
    if (!isPortError(error)) throw error;
    if (error.retryable) return { kind: 'later', problem: unreachable };
    return error.code === 'not-found'
      ? { kind: 'failed', problem: 'The mail server takes no mail for it.', gone: true }
      : { kind: 'failed', problem: 'The mail server refused the message.', gone: false };
  }
}

/** Removes the mail with its outcome, unless a newer mail has the same id. */
async function settle(work: UnitOfWork, queued: QueuedMail, outcome: AttemptOutcome): Promise<void> {
  const path = serverPaths.queuedMail(queued.teamId, queued.id);
  const current = await work.get(queuedMailSchema, path);
  if (current?.createdAt !== queued.createdAt || current.attempts !== queued.attempts) return;
  work.remove(path);
  const failure =
    outcome.kind === 'sent'
      ? null
      : { problem: outcome.problem, gone: outcome.kind === 'failed' && outcome.gone };
  await mailKinds.settled(work, queued, failure);
}

const addresseeOf = ({ teamId, content, createdBy }: QueuedMail, { to: address }: OutgoingMail) => ({
  teamId,
  address,
  userId: content.kind === 'invite' ? createdBy : content.userId,
  inviteId: content.kind === 'invite' ? content.inviteId : null,
});
