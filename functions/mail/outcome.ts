/** Later delivery state of a mail, where the provider receives reports: a bounced delivery is failed, and its address is no longer used. */
import { system } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { failConfirmation, failMailAddress, mailSettingsSchema } from '#domain/mail/settings.ts';
import { bounceDelivery } from '#domain/page/delivery.ts';
import { deliverySchema } from '#domain/page/schema.ts';
import { inviteSchema } from '#domain/team/invite.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { settleInviteMail } from '../invites/invite-mail.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { nextWayTask } from '../tasks.ts';
import { lookLater } from './await-outcome.ts';
import type { SentMailTask } from './sent-mail.ts';

export async function lookForOutcome(server: ServerPorts, sent: SentMailTask): Promise<void> {
  const outcome = (await server.mail?.outcomeOf?.(sent.receipt)) ?? 'accepted';
  if (outcome === 'queued') return lookLater(server, { ...sent, looks: sent.looks + 1 });
  if (outcome === 'bounced') await bounced(server, sent);
}

const cameBack = 'Mail to it came back.';

async function bounced(server: ServerPorts, sent: SentMailTask): Promise<void> {
  const { teamId, userId, address, delivery, inviteId = null } = sent;
  await transact(server, async (work) => {
    const context = { by: system, now: work.now };
    if (inviteId !== null) {
      const invite = await work.getReadable(inviteSchema, documentPaths.invite(teamId, inviteId));
      if (invite !== null) await settleInviteMail(work, invite, cameBack);
      return;
    }
    const path = serverPaths.mailSettings(teamId, userId);
    const settings = await work.getReadable(mailSettingsSchema, path);
    if (settings?.address != null && sha256Hex(settings.address) === address)
      work.save(path, failMailAddress(settings, settings.address, cameBack, context).state);
    else if (settings?.pendingAddress != null && sha256Hex(settings.pendingAddress) === address)
      work.save(path, failConfirmation(settings, settings.pendingAddress, cameBack, context).state);
    if (delivery === null) return;
    const place = documentPaths.delivery(teamId, delivery.pageId, delivery.id);
    const current = await work.getReadable(deliverySchema, place);
    const next = current && bounceDelivery(current, 'The mail came back.', context).state;
    if (next !== null && next !== current) work.save(place, next);
  });
  if (delivery !== null) await server.tasks.enqueue(nextWayTask, { teamId, pageId: delivery.pageId, userId });
}
