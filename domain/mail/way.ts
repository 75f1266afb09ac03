/** A mail address as a way to reach its person. */
import type { ChannelWay } from '../channel/way.ts';
import type { MailSettings } from './settings.ts';

type KnownAddress = Pick<MailSettings, 'address' | 'failure' | 'provedAt'>;

/** `userId`: the target, for a person has one address in a team. Null: they have none, or it is not confirmed. */
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
