/** A mail address as a way to reach its person. */
import type { ChannelWay } from '../channel/way.ts';
import type { MailSettings } from './settings.ts';

type KnownAddress = Pick<MailSettings, 'address' | 'failure' | 'provedAt'>;

/** `userId`: the target, since a person has one address in a team. Null: there is no confirmed address. */
export const wayOfMail = (userId: string, { address, failure, provedAt }: KnownAddress): ChannelWay | null =>
  address === null && failure === null
    ? null
    : {
        to: { channel: 'mail', target: userId },
        kind: 'mail',
        label: 'Mail',
        through: 'mail',
        takesMessages: address !== null,
        fault: 'disabled',
        lastShownAt: provedAt,
      };
