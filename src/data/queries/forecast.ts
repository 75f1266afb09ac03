/** Forecast of a page, by the paging engine: without an answer, and after a decline by the reader. */
import { useMemo } from 'react';
import {
  askedAfterDecline,
  consequenceOf,
  consequenceText,
  declineText,
  type DeclineText,
} from '#domain/page/consequence.ts';
import type { Page } from '#domain/page/schema.ts';
import { forecast, type Forecast } from '#domain/page/forecast.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { useServerNow } from '../client/server-now.ts';
import { useRoster } from './on-call.ts';
import { usePeople, useTeam } from './team.tsx';

/** The next `most` events (default 1) of the page if nobody answers; undefined while data is loading. */
export function useForecast(page: Page, most = 1): readonly Forecast[] | undefined {
  const roster = useRoster();
  const now = useServerNow(5000);
  return useMemo(
    () => (roster ? forecast(page, recipientResolver(roster), now, most) : undefined),
    [page, roster, now, most],
  );
}

export interface ConsequenceText {
  /** “Escalates to Lin in”, followed by the countdown to `at`; empty while data is loading. */
  readonly text: string;
  readonly at?: number | undefined;
}

/** Consequence of no answer to the page. */
export function useConsequence(page: Page): ConsequenceText {
  const nameOf = useNameOf();
  const ahead = useForecast(page);
  if (!ahead) return { text: '' };
  const consequence = consequenceOf(page, ahead[0]);
  return {
    text: consequenceText(consequence, nameOf),
    at: consequence.kind === 'stays' ? undefined : consequence.at,
  };
}

/** Consequence of the reader's declining; undefined while data is loading. */
export function useDeclineText(page: Page): DeclineText | undefined {
  const nameOf = useNameOf();
  const { me } = useTeam();
  const roster = useRoster();
  const now = useServerNow(5000);
  return useMemo(() => {
    if (!roster) return undefined;
    const asked = askedAfterDecline(page, { by: me.id, now, people: recipientResolver(roster) });
    const stillAsked = page.waitingFor.filter((userId) => userId !== me.id);
    return declineText(asked, stillAsked, nameOf);
  }, [page, roster, now, me.id, nameOf]);
}

/** Names of members in a sentence to the reader. */
function useNameOf(): (userId: string) => string {
  const people = usePeople();
  const { me } = useTeam();
  return useMemo(() => (userId: string) => (userId === me.id ? 'you' : people.name(userId)), [people, me.id]);
}
