/** Start of the sending of a queued mail. */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '#domain/base.ts';
import type { QueuedMail } from '#domain/mail/queued-mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { attempt } from '../kernel/attempt.ts';
import { queuedMailTask } from '../tasks.ts';

/** As much of a queued mail as starts its sending, which reads it whole. */
export const queuedMailDueSchema = v.object({
  id: idSchema,
  teamId: idSchema,
  createdAt: epochMsSchema,
  dueAt: epochMsSchema,
});

/** `again`: part of the task's id, for a further start of the same mail. */
export async function startMail(
  { tasks }: Pick<ServerPorts, 'tasks'>,
  { teamId, id, createdAt }: Pick<QueuedMail, 'teamId' | 'id' | 'createdAt'>,
  again = '',
): Promise<void> {
  const task = { id: `${queuedMailTask}-${teamId}-${id}-${createdAt}${again}` };
  await attempt(() => tasks.enqueue(queuedMailTask, { teamId, id }, task));
}
