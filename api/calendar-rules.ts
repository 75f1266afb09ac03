/** Which recurrence rules are followed: those by the day and longer, of parts under which the iterator of ical.js always finds a next date. */

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

const partsOf = (rule: string): ReadonlyMap<string, string> =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name, value] as const;
      }),
  );

/** Cost of advancing a rule to its next date, in steps of a rule without `BY` parts. */
export const stepWeight = (rule: string): number =>
  [...partsOf(rule).keys()].some((name) => name.startsWith('BY')) ? 20 : 1;

/** `rule` as RFC 5545 writes it. */
export function isBoundedRule(rule: string): boolean {
  const given = partsOf(rule);
  const frequency = given.get('FREQ') ?? '';
  if (!frequencies.has(frequency) || [...given.keys()].some((name) => !parts.has(name))) return false;
  const interval = Number(given.get('INTERVAL') ?? 1);
  if (interval > largestInterval) return false;
  const has = (name: string) => given.has(name);
  // Day by day for the 366th of a day.
  if (has('BYSETPOS') && (frequency === 'DAILY' || frequency === 'WEEKLY')) return false;
  switch (frequency) {
    case 'DAILY':
      // The 30th of February; the 31st day from the end, day by day; every seventh day from a Monday on, if it is a Tuesday.
      return !has('BYMONTHDAY') && (interval === 1 || (!has('BYDAY') && !has('BYMONTH')));
    case 'WEEKLY':
    case 'MONTHLY':
      // Every twelfth month from January on, if it is February.
      return interval === 1 || !has('BYMONTH');
    default:
      // The 31st of April, if it is a Monday; the 366th Friday of a year.
      return !(has('BYMONTHDAY') && has('BYDAY')) && !has('BYSETPOS');
  }
}
