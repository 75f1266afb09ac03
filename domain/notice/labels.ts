/** Text of a notice, on a screen and in a push, for one reader. */
import type { ChannelId } from '../channel/schema.ts';
import { reachabilityOf, type ReachState } from '../readiness/reachability.ts';
import type { MovedShifts, NoticeContent, NoticeSpan } from './schema.ts';
import {
  clockText,
  countText,
  dateOf,
  listText,
  type NoticeReader,
  type NoticeWords,
  relativeMomentText,
  weekdayText,
} from './text.ts';
import { weeklyWords } from './weekly-words.ts';

export function noticeWords(content: NoticeContent, reader: NoticeReader): NoticeWords {
  switch (content.kind) {
    case 'movedShifts':
      return movedShiftsWords(content, reader);
    case 'shiftReminder':
      return reminderWords(content, reader);
    case 'handOver':
      return handOverWords(content, reader);
    case 'pagesLeft': {
      const them = content.pageIds.length === 1 ? 'it' : 'them';
      return {
        title: `Your shift on ${content.schedule} has ended, and ${countText(content.pageIds.length, 'page')} of it ${content.pageIds.length === 1 ? 'is' : 'are'} still yours`,
        body: `Hand ${them} over to ${reader.nameOf(content.to)}, who is on call now, or keep ${them}.`,
      };
    }
    case 'alertJoined':
      return {
        title: content.worse
          ? `Worse (${content.severity}): ${content.summary} joined a page you hold`
          : `${content.summary} joined a page you hold`,
        body: 'Nobody else is asked about it. Acknowledge it too, or give the page back.',
      };
    case 'coverAsked':
      return {
        title: coverAskText(content, reader),
        body: content.note === '' ? firstHasIt : `“${content.note}” ${firstHasIt}`,
      };
    case 'drilled':
      return {
        title: `${reader.nameOf(content.by)} sent you ${content.devices === 1 ? 'a drill' : `${content.devices} drills`}`,
        body: 'Answer each one where it comes: that proves that pages reach you.',
      };
    case 'unreachable':
      return unreachableWords(content);
    case 'weeklyReadiness':
      return weeklyWords(content, reader);
    case 'accountGone':
      return accountGoneWords(content);
    case 'channelFails':
      return {
        title: content.isDisabled
          ? `${content.label} is disabled: pages failed`
          : `A page to ${content.label} failed`,
        body: `${content.problem} ${content.isDisabled ? 'Nothing more is sent to it until you test it under “Me”.' : 'Look at it under “Me”.'}`,
      };
    case 'inviteNotMailed':
      return {
        title: `Your invite to ${content.address} was not mailed`,
        body: `${content.problem} Make a new one, and hand over its link.`,
      };
    case 'notificationRules':
      return {
        title: `${reader.nameOf(content.by)} changed how you are notified of pages`,
        body: 'Look at the rules under “Me”, and change what does not fit.',
      };
    case 'webhookDisabled':
      return {
        title: `The webhook ${content.name} is off: it failed for a day`,
        body: `Nothing it was sent arrived since ${relativeMomentText(content.sinceAt, reader)}. Mend its receiver, then turn it on.`,
      };
    case 'mend':
      return {
        title: `${reader.nameOf(content.by)} asks you to see that pages reach you`,
        body: remedyText(content.state),
      };
  }
}

const firstHasIt = 'The first to accept is on call then.';

/** Ids of the members named in the notice's sentence. */
export function peopleOf(content: NoticeContent): readonly string[] {
  switch (content.kind) {
    case 'movedShifts':
    case 'coverAsked':
    case 'drilled':
    case 'notificationRules':
    case 'mend':
      return [content.by];
    case 'pagesLeft':
      return [content.to];
    case 'channelFails':
    case 'inviteNotMailed':
    case 'unreachable':
    case 'alertJoined':
    case 'accountGone':
    case 'webhookDisabled':
      return [];
    case 'weeklyReadiness':
      return content.people.map(({ userId }) => userId);
    case 'shiftReminder':
    case 'handOver':
      return content.from === null ? [] : [content.from];
  }
}

type ContentOf<K extends NoticeContent['kind']> = Extract<NoticeContent, { kind: K }>;

function reminderWords(content: ContentOf<'shiftReminder'>, reader: NoticeReader): NoticeWords {
  const { schedule, startsAt, from } = content;
  const sameDate = dateOf(startsAt, reader.timezone) === dateOf(startsAt, content.timezone);
  const clock = clockText(startsAt, content.timezone);
  const teams = sameDate ? clock : `${weekdayText(startsAt, content.timezone)} ${clock}`;
  const differs = !sameDate || clock !== clockText(startsAt, reader.timezone);
  return {
    title: `Your shift on ${schedule} begins ${relativeMomentText(startsAt, reader)}${differs ? ` (${teams} for the team)` : ''}`,
    body: from === null ? 'Nobody is on call before you.' : `You take over from ${reader.nameOf(from)}.`,
  };
}

/** Without the name: it went with the account, and stands in the audit. */
function accountGoneWords({ previousRole, tookOver }: ContentOf<'accountGone'>): NoticeWords {
  const held = tookOver ? ' What they held is yours now: see the audit.' : '';
  return previousRole === null
    ? { title: 'You take over from a closed account', body: `A member’s account was closed.${held}` }
    : {
        title: 'You own this team now',
        body: `Its last owner’s account was closed, and you are the ${previousRole} who joined first.${held}`,
      };
}

function handOverWords(content: ContentOf<'handOver'>, reader: NoticeReader): NoticeWords {
  const { schedule, from, sinceAt, pages, openPages, openAlerts, liveIncidents } = content;
  const { acknowledgedAlerts = 0 } = content;
  const since = relativeMomentText(sinceAt, reader);
  const beginning =
    from === null
      ? `Since ${since}, with nobody on call`
      : `Since ${reader.nameOf(from)}’s shift began ${since}`;
  const open = openPages === 0 ? '' : ` (${openPages} open)`;
  const counts = [
    `${countText(pages, 'page')}${open}`,
    `${countText(openAlerts + acknowledgedAlerts, 'unresolved alert')}${acknowledgedAlerts === 0 ? '' : ` (${acknowledgedAlerts.toLocaleString('en')} acknowledged)`}`,
    countText(liveIncidents, 'live incident'),
  ];
  return { title: `You are on call for ${schedule}`, body: `${beginning}: ${listText(counts)}.` };
}

/** Remedy for pages that don't reach a person, at all or by one way. */
function remedyText(state: ReachState, channel?: ChannelId): string {
  const { reason, remedy } = reachabilityOf(state, channel);
  return remedy === null ? reason : `${reason} ${remedy}`;
}

function unreachableWords({ devices: ways, reached }: ContentOf<'unreachable'>): NoticeWords {
  if (ways.length === 0)
    return { title: 'You are on call, and nothing of yours takes pages', body: remedyText('no-device') };
  const noun = ways.every(({ channel = 'push' }) => channel === 'push') ? 'devices' : 'ways to be reached';
  const which = reached ? (ways.length === 1 ? 'one' : ways.length) : 'none';
  return {
    title: `You are on call, and ${which} of your ${noun} can${reached ? '’t' : ''} be counted on`,
    body: ways
      .map(
        ({ label, state, channel }) => `${label === '' ? 'A browser' : label}: ${remedyText(state, channel)}`,
      )
      .join(' '),
  };
}

function movedShiftsWords({ by, schedules }: ContentOf<'movedShifts'>, reader: NoticeReader): NoticeWords {
  const names = listText(schedules.map(({ schedule }) => schedule));
  const parts = schedules.flatMap((one) => [
    ...(one.gains.length === 0
      ? []
      : [`You are now on call ${where(one, schedules)}${spansText(one.gains, reader)}.`]),
    ...(one.loses.length === 0
      ? []
      : [`You are no longer on call ${where(one, schedules)}${spansText(one.loses, reader)}.`]),
    ...(one.omitted === 0 ? [] : [`And ${one.omitted} more.`]),
  ]);
  return {
    title: `${reader.nameOf(by)} changed your shifts on ${names}`,
    body: parts.join(' '),
  };
}

const where = ({ schedule }: MovedShifts, all: readonly MovedShifts[]): string =>
  all.length === 1 ? '' : `for ${schedule} `;

const spansText = (spans: readonly NoticeSpan[], reader: NoticeReader): string =>
  listText(spans.map((span) => spanText(span, reader)));

/** “Diego asks for cover of Shop, tomorrow 18:00 – 22:00”. */
export const coverAskText = (
  { by, schedule, ...span }: NoticeSpan & { readonly by: string; readonly schedule: string },
  reader: NoticeReader,
): string => `${reader.nameOf(by)} asks for cover of ${schedule}, ${spanText(span, reader)}`;

/** “tomorrow 09:00 – Wed 2 Dec 09:00”, or “today 09:00 – 17:00”. */
export function spanText(
  { startsAt, endsAt }: NoticeSpan,
  reader: Pick<NoticeReader, 'now' | 'timezone'>,
): string {
  const start = relativeMomentText(startsAt, reader);
  const sameDay = dateOf(startsAt, reader.timezone) === dateOf(endsAt, reader.timezone);
  return `${start} – ${sameDay ? clockText(endsAt, reader.timezone) : relativeMomentText(endsAt, reader)}`;
}
