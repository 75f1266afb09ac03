/** What became of a mail later, where the provider is told: a delivery that bounced is failed, and its address counts no more. */
import * as v from 'valibot';
import { idSchema, system } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { minute } from '#domain/constants.ts';
import { failMailAddress, mailSettingsSchema } from '#domain/mail/settings.ts';
import { bounceDelivery } from '#domain/page/delivery.ts';
import { type Delivery, deliverySchema } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { SentMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { mailOutcomeTask, nextWayTask } from '../tasks.ts';

export const sentMailSchema = v.object({
  teamId: idSchema,
  userId: idSchema,
  /** Digest of the address. */
  address: v.string(),
  receipt: v.string(),
  /** Of a page; null: a notice. */
  delivery: v.nullable(v.object({ pageId: idSchema, id: idSchema })),
  looks: v.number(),
});
type SentMailTask = v.InferInput<typeof sentMailSchema>;

/** Minutes until each look. */
const looksAfter = [0.5, 2, 10, 60];

interface MailAddressee {
  readonly teamId: string;
  readonly userId: string;
  readonly address: string;
}

/** Looks a few times where more will be known. */
export async function awaitOutcome(
  server: ServerPorts,
  { teamId, userId, address }: MailAddressee,
  { receipt }: SentMail,
  delivery: Pick<Delivery, 'pageId' | 'id'> | null,
): Promise<void> {
  if (receipt === null) return;
  const of = delivery && { pageId: delivery.pageId, id: delivery.id };
  await look(server, { teamId, userId, address: sha256Hex(address), receipt, delivery: of, looks: 0 });
}

async function look({ tasks, clock }: ServerPorts, sent: SentMailTask): Promise<void> {
  const minutes = looksAfter[sent.looks];
  if (minutes === undefined) return;
  await tasks.enqueue(mailOutcomeTask, { ...sent }, { at: clock.now() + minutes * minute });
}

export async function lookForOutcome(server: ServerPorts, sent: SentMailTask): Promise<void> {
  const outcome = (await server.mail?.outcomeOf?.(sent.receipt)) ?? 'accepted';
  if (outcome === 'queued') return look(server, { ...sent, looks: sent.looks + 1 });
  if (outcome === 'bounced') await bounced(server, sent);
}

async function bounced(server: ServerPorts, sent: SentMailTask): Promise<void> {
  const { teamId, userId, address, delivery } = sent;
  await transact(server, async (work) => {
    const context = { by: system, now: work.now };
    const path = documentPaths.mailSettings(teamId, userId);
    const settings = await work.getReadable(mailSettingsSchema, path);
    if (settings?.address != null && sha256Hex(settings.address) === address)
      work.save(path, failMailAddress(settings, settings.address, 'Mail to it came back.', context).state);
    if (delivery === null) return;
    const place = documentPaths.delivery(teamId, delivery.pageId, delivery.id);
    const current = await work.getReadable(deliverySchema, place);
    const next = current && bounceDelivery(current, 'The mail came back.', context).state;
    if (next !== null && next !== current) work.save(place, next);
  });
  if (delivery !== null) await server.tasks.enqueue(nextWayTask, { teamId, pageId: delivery.pageId, userId });
}
