/**
 * Commands on one page by the reader, for their controls: escalate, page again, give back, snooze, hand over. Each carries the page as the
 * reader saw it.
 */
import type { Incident } from '#domain/incident/schema.ts';
import { whyNotEscalated } from '#domain/page/escalate.ts';
import { expectationOf } from '#domain/page/expectation.ts';
import { whyNotHandedBack } from '#domain/page/hand-back.ts';
import { whyNotRepaged } from '#domain/page/repage.ts';
import type { Page } from '#domain/page/schema.ts';
import { whyNotSnoozed } from '#domain/page/snooze.ts';
import { isResponder } from '#domain/permissions.ts';
import type { Member } from '#domain/team/schema.ts';
import { useBusyWord } from './client/busy.ts';
import { useCommand } from './client/commands.ts';
import { explain } from './client/errors.ts';
import { useForecast } from './queries/forecast.ts';
import { useMayRun, usePeople, useTeam } from './queries/team.tsx';

/** Place of messages about the outcome, also after the control is gone: a page that changes its status changes its place. */
export interface OutcomeMessages {
  done(title: string, detail: string): void;
  error(title: string, detail: string): void;
}

export interface PageControl {
  readonly page: Page;
  /** Reason why the reader may not give the command; false: permitted. */
  readonly refusal: string | false;
  /** State of the command; false: none is pending. */
  readonly busy: string | false;
}

export interface Repage extends PageControl {
  repage(): void;
}

/** `incident`: the one that the page belongs to, if any. */
export function useRepage(page: Page, incident: Incident | null, messages: OutcomeMessages): Repage {
  const may = useMayRun()('repage', page);
  const { mutate } = useCommand('repage', {
    onSuccess: () => messages.done('Paged again', 'The page starts at its first step.'),
    onError: (error) => messages.error('Nobody was paged again', explain(error)),
  });
  return {
    page,
    refusal: may.allowed ? (whyNotRepaged(page, incident) ?? false) : may.reason,
    busy: useBusyWord('repage', { pageId: page.id }, 'Paging again…'),
    repage: () => mutate({ pageId: page.id, expected: expectationOf(page) }),
  };
}

export interface Escalate extends PageControl {
  escalate(): void;
}

export function useEscalate(page: Page, messages: Pick<OutcomeMessages, 'error'>): Escalate {
  const may = useMayRun()('escalatePage', page);
  const [next = null] = useForecast(page) ?? [];
  const { mutate } = useCommand('escalatePage', {
    onError: (error) => messages.error('The page was not escalated', explain(error)),
  });
  return {
    page,
    refusal: may.allowed ? (whyNotEscalated(page, next) ?? false) : may.reason,
    busy: useBusyWord('escalatePage', { pageId: page.id }, 'Escalating…'),
    escalate: () => mutate({ pageId: page.id, reason: '', expected: expectationOf(page) }),
  };
}

export interface HandBack extends PageControl {
  /** True for a reader who has acknowledged the page. */
  readonly isHolder: boolean;
  handBack(): void;
}

export function useHandBack(page: Page, messages: OutcomeMessages): HandBack {
  const { me } = useTeam();
  const may = useMayRun()('handBackPage', page);
  const { mutate } = useCommand('handBackPage', {
    onSuccess: () => messages.done('Given back', 'The page asks again and goes on as its policy says.'),
    onError: (error) => messages.error('The page was not given back', explain(error)),
  });
  return {
    page,
    isHolder: whyNotHandedBack(page, me.id) === null,
    refusal: !may.allowed && may.reason,
    busy: useBusyWord('handBackPage', { pageId: page.id }, 'Giving back…'),
    handBack: () => mutate({ pageId: page.id, expected: expectationOf(page) }),
  };
}

export interface Snooze extends PageControl {
  /** True for a reader who has acknowledged the page. */
  readonly isHolder: boolean;
  /** Null ends the snooze. */
  snooze(minutes: number | null): void;
}

export function useSnooze(page: Page, messages: OutcomeMessages): Snooze {
  const { me } = useTeam();
  const may = useMayRun()('snoozePage', page);
  const { mutate } = useCommand('snoozePage', {
    onSuccess: (_, { minutes }) =>
      minutes === null
        ? messages.done('The snooze is ended', 'The page stays yours.')
        : messages.done('The page is snoozed', 'It begins again at its first step when the snooze ends.'),
    onError: (error) => messages.error('The page was not snoozed', explain(error)),
  });
  return {
    page,
    isHolder: whyNotSnoozed(page, me.id) === null,
    refusal: !may.allowed && may.reason,
    busy: useBusyWord('snoozePage', { pageId: page.id }, 'Snoozing…'),
    snooze: (minutes) => mutate({ pageId: page.id, minutes, expected: expectationOf(page) }),
  };
}

export interface HandOverControl extends PageControl {
  readonly responders: readonly Pick<Member, 'id' | 'displayName'>[];
  handOver(userId: string): void;
}

export function useHandOver(page: Page, messages: OutcomeMessages): HandOverControl {
  const people = usePeople();
  const may = useMayRun()('handOverPage', page);
  const { mutate } = useCommand('handOverPage', {
    onSuccess: (_, { userId }) =>
      messages.done(`${people.name(userId)} is asked`, 'The page is theirs once they acknowledge.'),
    onError: (error) => messages.error('The page was not handed over', explain(error)),
  });
  return {
    page,
    responders: people.all.filter((member) => isResponder(member)),
    refusal: !may.allowed && may.reason,
    busy: useBusyWord('handOverPage', { pageId: page.id }, 'Handing over…'),
    handOver: (userId) => mutate({ pageId: page.id, userId, expected: expectationOf(page) }),
  };
}
