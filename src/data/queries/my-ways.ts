/** All ways to the reader, of every channel. */
import { useMemo } from 'react';
import { wayOfMail } from '#domain/mail/way.ts';
import { wayOfWebhook } from '#domain/personal-webhook/way.ts';
import { useMailSettings } from './mail-settings.ts';
import { type KnownWays, useMyPushWays } from './my-push-ways.ts';
import { useMyWebhooks } from './my-webhooks.ts';
import { useTeam } from './team.tsx';

/**
 * Mail is asked for at the server each time that a screen shows it; a failure of it counts as no mail, and
 * without `asksMail` it is left out.
 */
export function useMyWays(asksMail = true): KnownWays {
  const { me } = useTeam();
  const { ways: pushed, error: pushError } = useMyPushWays();
  const { data, error: webhookError } = useMyWebhooks();
  const webhooks = data?.items;
  const { data: mail, isFetched } = useMailSettings(asksMail);
  const hasMail = isFetched || !asksMail;
  const ways = useMemo(() => {
    if (pushed === undefined || webhooks === undefined || !hasMail) return undefined;
    const mailed = asksMail && mail?.offered === true ? wayOfMail(me.id, mail) : null;
    return [
      ...pushed,
      ...webhooks.map(({ value }) => wayOfWebhook(value)),
      ...(mailed === null ? [] : [mailed]),
    ];
  }, [pushed, webhooks, hasMail, asksMail, mail, me.id]);
  return { ways, error: pushError ?? webhookError };
}
