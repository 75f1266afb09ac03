/** Pushed messages: their receipts, and what a click on a notification does. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { settledTag } from '#adapters/browser/settled-push.ts';
import { isOutsideTeams, teamAddress, teamInAddress } from '#api/addresses.ts';
import { readExpectation } from '#domain/page/expectation-schema.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useLanding } from '#src/data/landing.ts';
import { links } from '#src/data/links.ts';
import { usePort } from '#react/ports.tsx';
import { type SeenHere, useReceipt } from '#src/data/queries/receipts.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { messagingToken, type NotificationClick, type PushMessage } from '#ports/messaging/messaging.ts';
import { useToasts } from '#src/ui/toasts.tsx';
import { closeNotifications } from './notifications.ts';

/** Subscribes while mounted. */
export function usePush(): void {
  const messaging = usePort(messagingToken);
  const [, navigate] = useLocation();
  const { team } = useTeam();
  const answer = useAnswer();
  const receipt = useMessageReceipt();

  const clicked = useEffectEvent(({ action, message }: NotificationClick) => {
    receipt(message, 'opened');
    const { pageId, teamId = team.id } = message.data;
    if (isAnswer(action) && pageId !== undefined && teamId === team.id)
      answer(action, pageId, message.data['seen']);
    else navigate(`~${addressOf(message, action)}`);
  });
  const shown = useEffectEvent((message: PushMessage) => {
    receipt(message, 'shown');
    const over = settledTag(message);
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
function addressOf({ notification, data: { teamId, seen } }: PushMessage, action: string | null): string {
  const link = notification?.link ?? links.home();
  const complete = teamId === undefined || teamInAddress(link) !== null || isOutsideTeams(link);
  const address = new URL(complete ? link : teamAddress(teamId, link), location.origin);
  if (action !== null) address.searchParams.set('do', action);
  if (action !== null && seen !== undefined) address.searchParams.set('seen', seen);
  return `${address.pathname}${address.search}${address.hash}`;
}

/**
 * Answers the page of an address with `?page=…&do=acknowledge`, or `decline`, which a notification's button opens; once. `seen` is the
 * state of the page that the notification told of.
 */
export function useAnswerFromAddress(): void {
  const [params, setParams] = useSearchParams();
  const answer = useAnswer();
  const action = params.get('do');
  const pageId = isAnswer(action) ? params.get('page') : null;
  const seen = params.get('seen');
  const run = useEffectEvent((id: string) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('do');
        next.delete('seen');
        return next;
      },
      { replace: true },
    );
    if (isAnswer(action)) answer(action, id, seen);
  });
  useEffect(() => {
    if (pageId !== null) run(pageId);
  }, [pageId]);
}

type Answer = 'acknowledge' | 'decline';
const isAnswer = (action: string | null): action is Answer =>
  action === 'acknowledge' || action === 'decline';

/** `seen`: the state of the page as the notification has it. */
function useAnswer(): (answer: Answer, pageId: string, seen: string | null | undefined) => void {
  const { mutateAsync } = useCommand('acknowledgePage');
  const decline = useCommand('declinePage');
  const toasts = useToasts();
  const clock = useClock();
  const landing = useLanding();
  return (answer, pageId, seen) => {
    if (answer === 'decline') {
      const expected = readExpectation(seen);
      decline.mutateAsync({ pageId, reason: '', ...(expected && { expected }) }).then(
        () => toasts.done('Declined', 'This page does not ask you again.'),
        (error: unknown) => toasts.error('The page was not declined', explain(error)),
      );
      return;
    }
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
