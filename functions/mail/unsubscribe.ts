/** Links that end notices by mail (RFC 8058). Pages have none. */
import { sha256Hex } from '#domain/digest.ts';
import { endNotices, type MailSettings, mailSettingsSchema } from '#domain/mail/settings.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import type { MailLink } from './links.ts';

/** Settings that the link is good for; null for no such link. */
async function settingsOf(
  work: UnitOfWork,
  { ids: [teamId = '', userId = ''], secret }: MailLink,
): Promise<MailSettings | null> {
  const settings = await work.getReadable(mailSettingsSchema, documentPaths.mailSettings(teamId, userId));
  // Digests, so that the time of the comparison tells nothing.
  return settings !== null && sha256Hex(settings.noticeKey) === sha256Hex(secret) ? settings : null;
}

export const isUnsubscribeLink = (server: ServerPorts, link: MailLink): Promise<boolean> =>
  transact(server, async (work) => (await settingsOf(work, link)) !== null);

/** Again: changes nothing. False for no such link. */
export const endNoticesBy = (server: ServerPorts, link: MailLink): Promise<boolean> =>
  transact(server, async (work) => {
    const settings = await settingsOf(work, link);
    if (settings === null) return false;
    const next = endNotices(settings);
    if (next !== settings) work.save(documentPaths.mailSettings(settings.teamId, settings.id), next);
    return true;
  });
