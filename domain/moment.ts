/** “7 December 2026, 05:54 UTC”: a moment in the same words for everybody, whoever says them. */
export function utcMoment(at: number): string {
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(at);
  return `${date}, ${time} UTC`;
}
