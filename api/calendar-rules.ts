/** Which recurrence rules are followed: those by the day and longer, of parts under which there always is a next date. */

const parts: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'BYMONTH',
  'BYMONTHDAY',
  'BYSETPOS',
]);
const frequencies: ReadonlySet<string> = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);
const largestInterval = 100;

/** Parts of a rule as RFC 5545 writes it. */
export const partsOf = (rule: string): ReadonlyMap<string, string> =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name, value] as const;
      }),
  );

/** `BYDAY` of a rule by the month has the first to the fifth of a weekday, of one by the year those of the year; others have none. */
const mostOrdinal = { DAILY: 0, WEEKLY: 0, MONTHLY: 5, YEARLY: 53 } as const;

/** Longer lists are written by no program. */
const longestRule = 400;

function areWeekdays(list: string, frequency: string, isByMonth: boolean): boolean {
  const most = isByMonth ? Math.min(5, mostOrdinalOf(frequency)) : mostOrdinalOf(frequency);
  return list.split(',').every((text) => {
    const [, ordinal] = /^([+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/u.exec(text) ?? [null];
    if (ordinal === null) return false;
    return ordinal === undefined || (Number(ordinal) !== 0 && Math.abs(Number(ordinal)) <= most);
  });
}

const mostOrdinalOf = (frequency: string): number =>
  new Map<string, number>(Object.entries(mostOrdinal)).get(frequency) ?? 0;

/** `rule` as RFC 5545 writes it. */
export function isBoundedRule(rule: string): boolean {
  if (rule.length > longestRule) return false;
  const given = partsOf(rule);
  const frequency = given.get('FREQ') ?? '';
  if (!frequencies.has(frequency) || [...given.keys()].some((name) => !parts.has(name))) return false;
  const interval = Number(given.get('INTERVAL') ?? 1);
  if (interval > largestInterval) return false;
  const has = (name: string) => given.has(name);
  const weekdays = given.get('BYDAY');
  if (weekdays !== undefined && !areWeekdays(weekdays, frequency, has('BYMONTH'))) return false;
  // Day by day for the 366th of a day.
  if (has('BYSETPOS') && (frequency === 'DAILY' || frequency === 'WEEKLY')) return false;
  switch (frequency) {
    case 'DAILY':
      // The 30th of February; the 31st day from the end, day by day; every seventh day from a Monday on, if it is a Tuesday.
      return !has('BYMONTHDAY') && (interval === 1 || (!has('BYDAY') && !has('BYMONTH')));
    case 'WEEKLY':
      // RFC 5545 has no day of the month by the week.
      return !has('BYMONTHDAY') && (interval === 1 || !has('BYMONTH'));
    case 'MONTHLY':
      // Every twelfth month from January on, if it is February.
      return interval === 1 || !has('BYMONTH');
    default:
      // The 31st of April, if it is a Monday; the 366th Friday of a year.
      return !(has('BYMONTHDAY') && has('BYDAY')) && !has('BYSETPOS');
  }
}
