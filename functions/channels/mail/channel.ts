/** Mail: the channel to a person's confirmed address. One thread for each page or incident; an answer by a link that dies with the page. */
import { type MailSettings, mailSettingsSchema } from '#domain/mail/settings.ts';
import { wayOfMail } from '#domain/mail/way.ts';
import { revised } from '#domain/transition.ts';
import { serverPaths } from '#api/server-paths.ts';
import { removeConfirmation } from '../../mail/remove-confirmation.ts';
import type { NotificationChannel, ReachedWay } from '../channel.ts';
import { storedTargets } from '../stored-targets.ts';

/** Null: its person takes no mail, or has confirmed no address yet. */
function wayOf(settings: MailSettings): ReachedWay | null {
  const { id: userId, teamId, address } = settings;
  const way = wayOfMail(userId, settings);
  return way && { ...way, teamId, userId, address, takesNotices: false, replaces: false };
}

const targets = storedTargets({ schema: mailSettingsSchema, path: serverPaths.mailSettings, wayOf });

/** The target is the person: they have one address in a team. */
export const mailChannel: NotificationChannel = {
  id: 'mail',
  isSlow: true,
  settles: false,
  takesNone: 'No mail goes to this person any more.',

  ...targets,

  // Settings that can't be read stop no page on the other channels.
  async reachOf(reads, teamId, userId) {
    const settings = await reads.getReadable(mailSettingsSchema, serverPaths.mailSettings(teamId, userId));
    const way = settings && wayOf(settings);
    return way === null ? [] : [way];
  },

  // Its script is fetched with the first mail.
  async send(...args) {
    const { onDemand } = await import('../../on-demand.ts');
    return onDemand.sendByMail(...args);
  },

  sendOutcome: null,

  async queueMessage(...args) {
    const { onDemand } = await import('../../on-demand.ts');
    await onDemand.queueMessageMail(...args);
  },

  async prove(work, teamId, target) {
    const path = serverPaths.mailSettings(teamId, target);
    const settings = await work.getReadable(mailSettingsSchema, path);
    if (settings !== null) work.save(path, revised<MailSettings>(settings, { provedAt: work.now }));
  },

  async record(...args) {
    const { onDemand } = await import('../../on-demand.ts');
    return onDemand.recordMail(...args);
  },

  async leave(work, teamId, userId) {
    work.remove(serverPaths.mailSettings(teamId, userId));
    removeConfirmation(work, teamId, userId);
  },

  erased: () => Promise.resolve(),

  /** A mailbox has a sign-in of its own. */
  signOut: () => Promise.resolve(),
};
