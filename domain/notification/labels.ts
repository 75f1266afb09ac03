/** Notification rules in words: what would become of a page. */
import { isSameTarget } from '../channel/schema.ts';
import type { ChannelWay } from '../channel/way.ts';
import { relativeMomentText } from '../notice/text.ts';
import { openingAt } from '../schedule/weekly-hours.ts';
import { type NotifiedPage, type PlannedNotification, planNotifications } from './plan.ts';
import { type NotificationRules, notifiedWays, type NotifiedWays } from './schema.ts';

const notifiedWaysLabels: Readonly<Record<NotifiedWays, string>> = {
  all: 'Everything',
  push: 'All devices',
  phone: 'Phones',
  computer: 'Computers',
  mail: 'Mail',
  webhook: 'All webhooks',
};

interface NotifiedChoice {
  readonly value: string;
  readonly label: string;
}

/** Choices of rules for a person with these ways. `used`: names in their rules, which stay among the choices. */
export function notifiedChoices(
  ways: readonly ChannelWay[],
  used: readonly string[],
): readonly NotifiedChoice[] {
  const known = (kind: string) => ways.some((way) => way.kind === kind);
  const always: readonly string[] = ['all', 'push', 'phone', 'computer'];
  const webhooks = ways
    .filter(({ kind }) => kind === 'webhook')
    .map(({ to, label }) => ({ value: `webhook:${to.target}`, label }));
  const gone = used
    .filter((one) => one.startsWith('webhook:') && !webhooks.some(({ value }) => value === one))
    .map((value) => ({ value, label: 'A removed webhook' }));
  return [
    ...notifiedWays
      .filter((one) => always.includes(one) || known(one) || used.includes(one))
      .map((value) => ({ value, label: notifiedWaysLabels[value] })),
    ...webhooks,
    ...gone,
  ];
}

interface PlanReader {
  readonly now: number;
  /** The reader's. */
  readonly timezone: string;
}

/** The next time at which it is three in the morning there; now, while it is. */
export function nextNight(now: number, timezone: string): number {
  const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '03:00', to: '03:01' };
  const { open, changesAt } = openingAt({ timezone, windows: [night] }, now);
  return open || changesAt === null ? now : changesAt;
}

/** “Pixel at once, Laptop today 03:05.” Null rules: the person has none. */
export function planSentence(
  rules: Pick<NotificationRules, 'high' | 'low' | 'quietHours'> | null,
  ways: readonly ChannelWay[],
  page: NotifiedPage,
  reader: PlanReader,
): string {
  const reached = ways.filter(({ takesMessages }) => takesMessages);
  if (reached.length === 0) return 'Nothing takes messages: only an open screen shows it.';
  const parts = planNotifications(rules, ways, page)
    .toSorted((one, other) => (one.dueAt ?? Number.MAX_VALUE) - (other.dueAt ?? Number.MAX_VALUE))
    .flatMap((planned) => {
      const way = reached.find(({ to }) => isSameTarget(to, planned.to));
      return way === undefined ? [] : [`${way.label} ${timeWords(planned, page, reader)}`];
    });
  return `${parts.join(', ')}.`;
}

function timeWords({ dueAt, held }: PlannedNotification, { at }: NotifiedPage, reader: PlanReader): string {
  if (dueAt === null) return 'never';
  if (dueAt <= at) return 'at once';
  const after = held === 'quiet-hours' ? ', after quiet hours' : '';
  return `${relativeMomentText(dueAt, reader)}${after}`;
}
