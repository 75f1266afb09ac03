/**
 * Reason shown when a page leaves the alarm: acknowledged by another member, ended, or the member's answer queued until the
 * connection is back.
 */
import { useEffect, useState } from 'react';
import type { Page } from '#domain/page/schema.ts';
import { usePendingCommands } from '#src/data/client/commands.ts';
import { usePage } from '#src/data/queries/pages.ts';
import { type MemberDirectory, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

/** Ids of the pages whose answer by the signed-in member is queued for the connection. */
export function useAnswers(): ReadonlySet<string> {
  return new Set(
    usePendingCommands().flatMap(({ name, input, state }) => {
      const answers = name === 'acknowledgePage' || name === 'declinePage';
      return state === 'offline' && answers && 'pageId' in input ? [input.pageId] : [];
    }),
  );
}

interface Departure {
  readonly title: string;
  readonly detail: string;
}

export function useDeparture(shown: Page | undefined, answers: ReadonlySet<string>): void {
  const [last, setLast] = useState<Page | undefined>(undefined);
  const [departure, setDeparture] = useState<Departure | null>(null);
  const { me } = useTeam();
  const people = usePeople();
  const toasts = useToasts();
  // The page shown is followed on, so that its last word is known when it goes.
  if (shown && shown !== last && (!last || last.id === shown.id)) setLast(shown);
  const now = usePage(last?.id ?? null).data?.value;
  if (last !== undefined && last.id !== shown?.id) {
    const title = answers.has(last.id)
      ? 'Your answer waits for the connection'
      : now && reason(now, me.id, people);
    if (title !== undefined && title !== null) {
      setLast(shown);
      setDeparture(title === '' ? null : { title, detail: last.summary });
    }
  }
  useEffect(() => {
    if (departure) toasts.done(departure.title, departure.detail);
  }, [departure, toasts]);
}

/** `null` while the page still waits for me; empty when there is nothing to say, because I did it myself. */
function reason(page: Page, me: string, people: MemberDirectory): string | null {
  const by = page.acknowledgements.map(({ userId }) => userId);
  if (by.includes(me) || page.declined.some(({ userId }) => userId === me)) return '';
  const [first] = by;
  if (first !== undefined) return `${people.name(first)} has acknowledged it`;
  switch (page.status) {
    case 'cancelled':
      return 'The page is over: nothing is left to do';
    case 'exhausted':
      return 'Nobody took it, and the page has ended';
    default:
      return page.waitingFor.includes(me)
        ? null
        : `It was escalated to ${page.waitingFor.map((id) => people.name(id)).join(', ')}`;
  }
}
