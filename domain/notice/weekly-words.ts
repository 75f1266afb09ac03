/** Words of the weekly notice of what is missing in a team's readiness. */
import { reachabilityOf, type UrgencyReachState } from '../readiness/reachability.ts';
import type { NoticeContent } from './schema.ts';
import { countText, listText, type NoticeReader, type NoticeWords, relativeMomentText } from './text.ts';

type WeeklyContent = Extract<NoticeContent, { kind: 'weeklyReadiness' }>;

export function weeklyWords(content: WeeklyContent, reader: NoticeReader): NoticeWords {
  const { people, gaps, emptySteps, silentPeople, totals } = content;
  const counts = [
    [totals.people, `${peopleText(totals.people)} on call can’t be counted on`],
    [totals.gaps, `${countText(totals.gaps, 'rota')} with gaps`],
    [
      totals.emptySteps,
      totals.emptySteps === 1
        ? '1 policy with an empty step'
        : `${totals.emptySteps} policies with empty steps`,
    ],
    [silentPeople, `${peopleText(silentPeople)} with silent devices only`],
  ] as const;
  const told = counts.flatMap(([count, text]) => (count === 0 ? [] : [text]));
  return {
    title: `Readiness this week: ${listText(told)}`,
    body: [
      sentence(
        'On call and not counted on',
        people.map((one) => personText(one, reader)),
        totals.people,
      ),
      sentence(
        'Nobody on call',
        gaps.map(({ schedule, ...times }) => `${schedule} ${timesText(times, reader)}`),
        totals.gaps,
      ),
      sentence(
        'Nobody to ask',
        emptySteps.map(
          ({ policy, step, ...times }) =>
            `${policy}, ${step === null ? 'all steps' : `step ${step}`}, ${timesText(times, reader)}`,
        ),
        totals.emptySteps,
      ),
    ]
      .filter((text) => text !== '')
      .join(' '),
  };
}

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`);

function sentence(title: string, items: readonly string[], total: number): string {
  if (items.length === 0) return '';
  const more = total > items.length ? [`${total - items.length} more`] : [];
  return `${title}: ${[...items, ...more].join('; ')}.`;
}

function personText(
  { userId, high, low }: WeeklyContent['people'][number],
  { nameOf }: NoticeReader,
): string {
  const name = nameOf(userId);
  if (high === low) return `${name} (${wordOf(high)})`;
  return `${name} (high urgency: ${wordOf(high)}, low urgency: ${wordOf(low)})`;
}

const wordOf = (state: UrgencyReachState): string =>
  state === 'later' ? 'Held back' : reachabilityOf(state).word;

function timesText(
  { count, startsAt }: { readonly count: number; readonly startsAt: number },
  reader: NoticeReader,
): string {
  const from = `from ${relativeMomentText(startsAt, reader)}`;
  return count === 1 ? from : `${from} and ${countText(count - 1, 'more time')}`;
}
