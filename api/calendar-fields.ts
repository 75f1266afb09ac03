/** Fields of a calendar event: title, people, version. */
import { oneLine } from '#domain/text.ts';
import { propertiesOf, type RawComponent, type RawProperty, textIn } from './calendar-bounds.ts';

export interface EventContent {
  readonly title: string;
  /** Name or mail address of the first person who is invited and has not declined; null: nobody is. */
  readonly attendee: string | null;
  /** Mail addresses of those invited who have not declined, then of the organizer. */
  readonly addresses: readonly string[];
}

export function eventContentOf(raw: RawComponent): EventContent {
  const attendees = propertiesOf(raw, 'attendee');
  const people = attendees.filter(isAway);
  const declined = new Set(attendees.filter((one) => !isAway(one)).map(addressOf));
  const organizers = propertiesOf(raw, 'organizer').filter((one) => !declined.has(addressOf(one)));
  const [first] = people;
  return {
    title: titleOf(raw),
    attendee: (first && (oneLine(parameter(first, 'cn')) || addressOf(first))) || null,
    addresses: [...people, ...organizers].map(addressOf).filter((address) => address.includes('@')),
  };
}

export const titleOf = (raw: RawComponent): string => oneLine(textIn(raw, 'summary') ?? '');

export const isCancelled = (raw: RawComponent): boolean =>
  textIn(raw, 'status')?.toUpperCase() === 'CANCELLED';

function parameter([, parameters]: RawProperty, name: string): string {
  const value = parameters[name];
  return typeof value === 'string' ? value : '';
}

/** False for rooms and resources, and for participants who are only informed, have declined or have delegated. */
const isAway = (attendee: RawProperty): boolean =>
  !['ROOM', 'RESOURCE'].includes(parameter(attendee, 'cutype').toUpperCase()) &&
  !['DECLINED', 'DELEGATED'].includes(parameter(attendee, 'partstat').toUpperCase()) &&
  parameter(attendee, 'role').toUpperCase() !== 'NON-PARTICIPANT' &&
  !addressOf(attendee).endsWith('@resource.calendar.google.com');

/** In lower case. Some programs have it in a parameter alone. */
function addressOf(property: RawProperty): string {
  const value = property[3];
  const address = oneLine(typeof value === 'string' ? value.replace(/^mailto:/iu, '') : '');
  return (address.includes('@') ? address : oneLine(parameter(property, 'email')) || address).toLowerCase();
}
