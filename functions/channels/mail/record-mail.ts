/** Outcome of a page's mail in the settings of its person. */
import { system } from '#domain/base.ts';
import { failMailAddress, mailSettingsSchema } from '#domain/mail/settings.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { NotificationChannel } from '../channel.ts';

/** An address that takes no mail is turned off. */
export const recordMail: NotificationChannel['record'] = async (
  work,
  { teamId, to: { target }, address },
  outcome,
) => {
  if (outcome.kind !== 'failed' || outcome.gone !== true) return null;
  const path = serverPaths.mailSettings(teamId, target);
  const settings = await work.getReadable(mailSettingsSchema, path);
  if (settings === null) return null;
  const problem = 'The mail server takes no mail for it.';
  const { state } = failMailAddress(settings, address, problem, { by: system, now: work.now });
  if (state === settings) return null;
  work.save(path, state);
  return { label: 'Mail', problem, isDisabled: true };
};
