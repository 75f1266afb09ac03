/** Links that end messages of one kind by mail (RFC 8058). Pages have none. Links of older mails, which name no kind, end all kinds. */
import { sha256Hex } from '#domain/digest.ts';
import { isMailChoiceName, type MailChoiceName, mailChoiceNames } from '#domain/mail/choices.ts';
import { endMailChoices, type MailSettings, mailSettingsSchema } from '#domain/mail/settings.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { transact, type UnitOfWork } from '../kernel/unit-of-work.ts';
import { type MailLink, unsubscribeSecret } from './links.ts';

interface Unsubscription {
  readonly settings: MailSettings;
  /** Kinds that the link ends. */
  readonly choices: readonly MailChoiceName[];
}

/** Null for no such link. */
async function unsubscriptionOf(
  work: UnitOfWork,
  { ids: [teamId = '', userId = '', choice], secret }: MailLink,
): Promise<Unsubscription | null> {
  if (choice !== undefined && !isMailChoiceName(choice)) return null;
  const settings = await work.getReadable(mailSettingsSchema, serverPaths.mailSettings(teamId, userId));
  if (settings === null) return null;
  const expected = choice === undefined ? settings.noticeKey : unsubscribeSecret(settings, choice);
  // Digests, so that the time of the comparison tells nothing.
  if (sha256Hex(expected) !== sha256Hex(secret)) return null;
  return { settings, choices: choice === undefined ? mailChoiceNames : [choice] };
}

/** Kinds that the link ends; null for no such link. */
export const choicesOfLink = (
  server: ServerPorts,
  link: MailLink,
): Promise<readonly MailChoiceName[] | null> =>
  transact(server, async (work) => (await unsubscriptionOf(work, link))?.choices ?? null);

/** Ends the kinds of the link, and returns them; null for no such link. Again: changes nothing. */
export const endChoicesOfLink = (
  server: ServerPorts,
  link: MailLink,
): Promise<readonly MailChoiceName[] | null> =>
  transact(server, async (work) => {
    const found = await unsubscriptionOf(work, link);
    if (found === null) return null;
    const { settings, choices } = found;
    const next = endMailChoices(settings, choices);
    if (next !== settings) work.save(serverPaths.mailSettings(settings.teamId, settings.id), next);
    return choices;
  });
