/** Pushed messages: their receipts, and what a click on a notification does. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { isOutsideTeams, teamAddress, teamInAddress } from '#api/addresses.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { useLanding } from '#src/data/landing.ts';
import { links } from '#src/data/links.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { type SeenHere, useReceipt } from '#src/data/queries/receipts.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { messagingToken, type NotificationClick, type PushMessage } from '#ports/messaging/messaging.ts';
import { closeNotifications } from './notifications.ts';

/** Subscribes while mounted. */
export function usePush(): void {
  const messaging = usePort(messagingToken);
  const [, navigate] = useLocation();
  const { team } = useTeam();
  const acknowledge = useAcknowledge();
  const receipt = useMessageReceipt();

  const clicked = useEffectEvent(({ action, message }: NotificationClick) => {
    receipt(message, 'opened');
    const { pageId, teamId = team.id } = message.data;
    if (action === 'acknowledge' && pageId !== undefined && teamId === team.id) acknowledge(pageId);
    else navigate(`~${addressOf(message, action)}`);
  });
  const shown = useEffectEvent((message: PushMessage) => {
    receipt(message, 'shown');
    const { kind, tag, pageId } = message.data;
    const over = kind === 'settled' ? (tag ?? pageId) : undefined;
    // Best effort: a stale notification leads to a page that has ended.
    if (over !== undefined) void closeNotifications(over).catch(() => undefined);
  });

  useEffect(() => {
    const endings = [
      messaging.onMessage((message) => shown(message)),
      messaging.onBackgroundMessage((message) => shown(message)),
      messaging.onClick((click) => clicked(click)),
    ];
    return () => {
      for (const end of endings) end();
    };
  }, [messaging]);
}

/** The address of a message, in its own team, with the action of its button. Older messages have links without a team. */
function addressOf({ notification, data: { teamId } }: PushMessage, action: string | null): string {
  const link = notification?.link ?? links.home();
  const complete = teamId === undefined || teamInAddress(link) !== null || isOutsideTeams(link);
  const address = new URL(complete ? link : teamAddress(teamId, link), location.origin);
  if (action !== null) address.searchParams.set('do', action);
  return `${address.pathname}${address.search}${address.hash}`;
}

/** Acknowledges the page of an address with `?page=…&do=acknowledge`, which a notification's button opens; once. */
export function useAcknowledgeFromAddress(): void {
  const [params, setParams] = useSearchParams();
  const acknowledge = useAcknowledge();
  const pageId = params.get('do') === 'acknowledge' ? params.get('page') : null;
  const run = useEffectEvent((id: string) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('do');
        return next;
      },
      { replace: true },
    );
    acknowledge(id);
  });
  useEffect(() => {
    if (pageId !== null) run(pageId);
  }, [pageId]);
}

function useAcknowledge(): (pageId: string) => void {
  const { mutateAsync } = useCommand('acknowledgePage');
  const clock = useClock();
  const landing = useLanding();
  return (pageId) => {
    const givenAt = clock.now();
    mutateAsync({ pageId }).then(
      () => landing.acknowledged(pageId, givenAt),
      (error: unknown) => landing.refused(pageId, error),
    );
  };
}

/** The receipt of a pushed message about a page of this team. */
function useMessageReceipt(): (message: PushMessage, receipt: SeenHere) => void {
  const record = useReceipt();
  const { team } = useTeam();
  return ({ data }, receipt) => {
    const { pageId, deliveryId, teamId } = data;
    if (pageId === undefined || deliveryId === undefined || teamId !== team.id) return;
    record({ pageId, deliveryId }, receipt);
  };
}
