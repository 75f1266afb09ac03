/** Looks at what became of a mail, where more will be known: tasks that come a few times. Without the unit of work, which sends by channels. */
import { minute } from '#domain/constants.ts';
import { sha256Hex } from '#domain/digest.ts';
import type { Delivery } from '#domain/page/schema.ts';
import type { SentMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { mailOutcomeTask } from '../tasks.ts';
import type { SentMailTask } from './sent-mail.ts';

/** Minutes until each look. */
const looksAfter = [0.5, 2, 10, 60];

interface MailAddressee {
  readonly teamId: string;
  readonly userId: string;
  readonly address: string;
  /** Invite that the mail belongs to. Default: none. */
  readonly inviteId?: string | null;
}

/** Looks a few times where more will be known. */
export async function awaitOutcome(
  server: ServerPorts,
  { teamId, userId, address, inviteId = null }: MailAddressee,
  { receipt }: SentMail,
  delivery: Pick<Delivery, 'pageId' | 'id'> | null,
): Promise<void> {
  if (receipt === null) return;
  const of = delivery && { pageId: delivery.pageId, id: delivery.id };
  await lookLater(server, {
    ...{ teamId, userId, address: sha256Hex(address), receipt, delivery: of, inviteId },
    looks: 0,
  });
}

export async function lookLater({ tasks, clock }: ServerPorts, sent: SentMailTask): Promise<void> {
  const minutes = looksAfter[sent.looks];
  if (minutes === undefined) return;
  const { inviteId = null } = sent;
  await tasks.enqueue(mailOutcomeTask, { ...sent, inviteId }, { at: clock.now() + minutes * minute });
}
