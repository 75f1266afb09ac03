const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** "now", "12 s ago", "4 min ago", "in 3 h", "2 d ago"; past a week, a date. */
export function relativeTime(at: number, now: number, zone: string): string {
  const distance = Math.abs(at - now);
  if (distance < 5 * second) return 'now';
  const words = distanceInWords(distance);
  if (words === null) return dateOf(at, zone, now);
  return at > now ? `in ${words}` : `${words} ago`;
}

function distanceInWords(distance: number): string | null {
  if (distance < minute) return `${Math.floor(distance / second)} s`;
  if (distance < hour) return `${Math.floor(distance / minute)} min`;
  if (distance < day) return `${Math.floor(distance / hour)} h`;
  if (distance < 7 * day) return `${Math.floor(distance / day)} d`;
  return null;
}

/** "21 Nov", and the year when it isn't this one. */
function dateOf(at: number, zone: string, now: number): string {
  const year = (time: number) => format(time, { year: 'numeric' }, zone);
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  return format(at, year(at) === year(now) ? options : { ...options, year: 'numeric' }, zone);
}

/** "09:41". */
export function clockTime(at: number, zone: string): string {
  return format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone);
}

/** Next time at which clocks in the zone show the minute of the day. */
export function nextTimeOfDay(minuteOfDay: number, now: number, zone: string): number {
  const shownAt = (at: number) => {
    const [hours = 0, minutes = 0] = clockTime(at, zone).split(':').map(Number);
    return hours * 60 + minutes;
  };
  const start = Math.floor(now / minute) * minute;
  const perDay = day / minute;
  const ahead = (minuteOfDay - shownAt(start) + perDay) % perDay || perDay;
  const guess = start + ahead * minute;
  // Shift of the clocks until then.
  const late = ((shownAt(guess) - minuteOfDay + 1.5 * perDay) % perDay) - perDay / 2;
  return guess - late * minute;
}

/** "Fri 21 Nov 2026, 09:41:07 GMT+1". */
export function absoluteTime(at: number, zone: string): string {
  const date = format(at, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, zone);
  const time = format(
    at,
    { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
    zone,
  );
  return `${date.replace(',', '')}, ${time}`;
}

/** "Today", "Yesterday", or "Fri 21 Nov". */
export function dayName(at: number, now: number, zone: string): string {
  const key = dayKey(at, zone);
  if (key === dayKey(now, zone)) return 'Today';
  if (key === dayKey(now - day, zone)) return 'Yesterday';
  return format(at, { weekday: 'short', day: 'numeric', month: 'short' }, zone).replace(',', '');
}

/** Key of a calendar day in a zone. */
export function dayKey(at: number, zone: string): string {
  return format(at, { year: 'numeric', month: '2-digit', day: '2-digit' }, zone);
}

/** "4:12", "1:04:12", "3 d 4 h"; never below zero. */
export function durationText(milliseconds: number): string {
  const total = Math.max(0, Math.ceil(milliseconds / second));
  const hours = Math.floor(total / 3_600);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const minutes = Math.floor((total % 3_600) / 60);
  const tail = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** "45 min", "36 h", "1 h 30 min", "3 d 4 h": a length to the minute. */
export function lengthText(milliseconds: number): string {
  const minutes = Math.round(Math.max(0, milliseconds) / minute);
  if (minutes < 60) return `${minutes} min`;
  const parts: readonly (readonly [number, string])[] =
    minutes < 48 * 60
      ? [
          [Math.floor(minutes / 60), 'h'],
          [minutes % 60, 'min'],
        ]
      : [
          [Math.floor(minutes / 1_440), 'd'],
          [Math.floor((minutes % 1_440) / 60), 'h'],
        ];
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

/** "Mon 09:00". */
export const weekdayTime = (at: number, zone: string): string =>
  `${format(at, { weekday: 'short' }, zone)} ${clockTime(at, zone)}`;

/** "Mon 23 Nov 09:00". */
export function momentText(at: number, zone: string): string {
  const date = format(at, { weekday: 'short', day: 'numeric', month: 'short' }, zone);
  return `${date.replace(',', '')} ${clockTime(at, zone)}`;
}

/** "Mon 23 Nov", with its year if that is not this one: "Sun 3 Jan 2027". */
export function dateText(at: number, now: number, zone: string): string {
  const year = (time: number) => format(time, { year: 'numeric' }, zone);
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return format(at, year(at) === year(now) ? day : { ...day, year: 'numeric' }, zone).replace(',', '');
}

/** "Mon 23". */
export const shortDay = (at: number, zone: string): string =>
  format(at, { weekday: 'short', day: 'numeric' }, zone).replace(',', '');

// Creating an Intl.DateTimeFormat costs a hundred times more than using it.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(at: number, options: Intl.DateTimeFormatOptions, zone: string): string {
  const key = `${zone} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
    formats.set(key, made);
  }
  return made.format(at);
}
