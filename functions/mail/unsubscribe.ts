/** Links that end notices by mail (RFC 8058): good as long as the person takes them at that address. Pages have none. */
import { hmacSha256Hex, sha256Hex } from '#domain/digest.ts';
import { endNotices, type MailSettings, mailSettingsSchema } from '#domain/mail/settings.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { transact } from '../kernel/unit-of-work.ts';
import { signingKey, storedSigningKey } from '../pages/ticket.ts';
import { type MailLink, mailLinkPath } from './links.ts';

/** Web path of the link for this person and address. */
export async function unsubscribePath(
  server: ServerPorts,
  { teamId, id, address }: Pick<MailSettings, 'teamId' | 'id' | 'address'>,
): Promise<string> {
  const secret = secretOf(await signingKey(server), { teamId, id, address });
  return mailLinkPath({ purpose: 'off', ids: [teamId, id], secret });
}

const secretOf = (key: string, { teamId, id, address }: Pick<MailSettings, 'teamId' | 'id' | 'address'>) =>
  hmacSha256Hex(key, JSON.stringify(['mail off', teamId, id, address]));

/** Settings that the link is good for; null for no such link. */
async function settingsOf(
  server: ServerPorts,
  { ids: [teamId = '', userId = ''], secret }: MailLink,
): Promise<MailSettings | null> {
  const settings = await getReadable(server, mailSettingsSchema, documentPaths.mailSettings(teamId, userId));
  const key = await storedSigningKey(server);
  if (settings === null || key === null) return null;
  // Digests, so that the time of the comparison tells nothing.
  return sha256Hex(secretOf(key, settings)) === sha256Hex(secret) ? settings : null;
}

export const isUnsubscribeLink = async (server: ServerPorts, link: MailLink): Promise<boolean> =>
  (await settingsOf(server, link)) !== null;

/** Again: changes nothing. False for no such link. */
export async function endNoticesBy(server: ServerPorts, link: MailLink): Promise<boolean> {
  const settings = await settingsOf(server, link);
  if (settings === null) return false;
  const path = documentPaths.mailSettings(settings.teamId, settings.id);
  await transact(server, async (work) => {
    const current = await work.getReadable(mailSettingsSchema, path);
    if (current === null) return;
    const next = endNotices(current);
    if (next !== current) work.save(path, next);
  });
  return true;
}
