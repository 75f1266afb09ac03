/** Start of the sending of a queued mail. */
import type { QueuedMail } from '#domain/mail/queued-mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { queuedMailTask } from '../tasks.ts';

/** `again`: part of the task's id, for a further start of the same mail. */
export async function startMail(
  { tasks }: Pick<ServerPorts, 'tasks'>,
  { teamId, id, dueAt }: Pick<QueuedMail, 'teamId' | 'id' | 'dueAt'>,
  again = '',
): Promise<void> {
  const task = { id: `${queuedMailTask}-${teamId}-${id}-${dueAt}${again}` };
  await attempt(() => tasks.enqueue(queuedMailTask, { teamId, id }, task));
}
