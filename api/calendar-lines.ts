/** Lines of an iCalendar text, and the components that they make, each property by ical.js. A line that can't be read costs no other. */
import ICAL from 'ical.js';
import { longestLine, mostEvents, type RawComponent, type RawProperty } from './calendar-bounds.ts';

/** A line that can't be read. */
export interface BadLine {
  readonly line: number;
  /** Name of its property, in lower case; empty: it has none. */
  readonly property: string;
}

/** An event of a text. */
export interface EventLines {
  /** Line on which it begins, the first one of the text is 1. */
  readonly line: number;
  readonly raw: RawComponent;
  /** Lines of its properties that are looked at. */
  readonly bad: readonly BadLine[];
}

export interface CalendarLines {
  readonly properties: readonly RawProperty[];
  readonly events: readonly EventLines[];
  readonly zones: readonly RawComponent[];
}

export type ReadLines =
  | {
      readonly ok: true;
      readonly calendars: readonly CalendarLines[];
      /** Lines that are no property, wherever they are. */
      readonly bad: readonly BadLine[];
      /** There are more events than are looked at. */
      readonly more: boolean;
    }
  /** A sentence that says what to do. */
  | { readonly ok: false; readonly reason: string };

/** Properties that are read of each component; a change of a zone is `standard` or `daylight`. */
const changeOfZone = ['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate'];
const readProperties: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['vcalendar', new Set(['method'])],
  [
    'vevent',
    new Set([
      ...['uid', 'recurrence-id', 'sequence', 'dtstamp', 'last-modified', 'status', 'summary'],
      ...['dtstart', 'dtend', 'duration', 'rrule', 'exrule', 'rdate', 'exdate', 'attendee', 'organizer'],
    ]),
  ],
  ['vtimezone', new Set(['tzid'])],
  ['standard', new Set(changeOfZone)],
  ['daylight', new Set(changeOfZone)],
]);
/** Where each component is looked for. */
const parents: ReadonlyMap<string, string> = new Map([
  ['vevent', 'vcalendar'],
  ['vtimezone', 'vcalendar'],
  ['standard', 'vtimezone'],
  ['daylight', 'vtimezone'],
]);

interface OpenComponent {
  readonly name: string;
  readonly line: number;
  /** Null: nothing in it is read. */
  readonly read: ReadonlySet<string> | null;
  readonly properties: RawProperty[];
  readonly components: RawComponent[];
  readonly events: EventLines[];
  readonly bad: BadLine[];
}

export function readLines(text: string): ReadLines {
  const stack: OpenComponent[] = [];
  const calendars: CalendarLines[] = [];
  const bad: BadLine[] = [];
  let events = 0;
  for (const { line, content } of unfolded(text)) {
    const [, keyword, named] = /^(BEGIN|END):\s*(\S+)\s*$/iu.exec(content) ?? [];
    const name = named?.toLowerCase();
    if (keyword === undefined || name === undefined) {
      const fault = addProperty(stack.at(-1), content, line);
      if (fault) bad.push(fault);
      continue;
    }
    if (keyword.toUpperCase() === 'BEGIN') {
      stack.push(opened(name, stack.at(-1), line));
      continue;
    }
    const at = stack.findLastIndex((component) => component.name === name);
    if (at < 0) {
      bad.push({ line, property: '' });
      continue;
    }
    // Components within it that were not ended count for nothing, as far as they are known.
    const [closed] = stack.splice(at);
    if (closed === undefined || closed.read === null) continue;
    if (name === 'vcalendar') calendars.push(calendarOf(closed));
    else if (name === 'vevent') {
      events += 1;
      if (events <= mostEvents) stack.at(-1)?.events.push(eventOf(closed));
    } else stack.at(-1)?.components.push(rawOf(closed));
  }
  if (stack.length > 0) return refused('It ends in the middle: export');
  if (calendars.length === 0) return refused('Export');
  return { ok: true, calendars, bad, more: events > mostEvents };
}

const refused = (what: string): ReadLines => ({
  ok: false,
  reason: `This calendar can’t be read. ${what} it again as an .ics file, and try that one.`,
});

function opened(name: string, parent: OpenComponent | undefined, line: number): OpenComponent {
  const isInPlace =
    parent === undefined ? name === 'vcalendar' : parent.read !== null && parents.get(name) === parent.name;
  const read = isInPlace ? (readProperties.get(name) ?? null) : null;
  return { name, line, read, properties: [], components: [], events: [], bad: [] };
}

const rawOf = ({ name, properties, components }: OpenComponent): RawComponent => [
  name,
  properties,
  components,
];

const eventOf = (component: OpenComponent): EventLines => ({
  line: component.line,
  raw: rawOf(component),
  bad: component.bad,
});

const calendarOf = ({ properties, components, events }: OpenComponent): CalendarLines => ({
  properties,
  events,
  zones: components,
});

/** Adds a line to its component. A bad line of an event or a zone that is read stays with it; another is returned. */
function addProperty(parent: OpenComponent | undefined, content: string, line: number): BadLine | null {
  if (parent === undefined) return { line, property: '' };
  const [, named] = /^([a-z0-9-]+)[;:]/iu.exec(content) ?? [];
  if (named === undefined) return { line, property: '' };
  const property = named.toLowerCase();
  if (parent.read?.has(property) !== true) return null;
  const read = content.length > longestLine ? null : propertyOf(content);
  if (read === null) parent.bad.push({ line, property });
  else parent.properties.push(read);
  return null;
}

function propertyOf(content: string): RawProperty | null {
  try {
    return ICAL.parse.property(withQuotedZone(content)) as unknown as RawProperty;
  } catch {
    return null;
  }
}

/** Names of zones such as `GMT+02:00` are often written without their quotes. */
function withQuotedZone(content: string): string {
  const value = content.lastIndexOf(':');
  const [head, rest] = [content.slice(0, value), content.slice(value)];
  const at = head.search(/;TZID=[^"]/iu);
  if (at < 0 || !head.slice(at).includes(':')) return content;
  const start = at + ';TZID='.length;
  const end = start + (/;[a-z-]+=/iu.exec(head.slice(start))?.index ?? head.length - start);
  return `${head.slice(0, start)}"${head.slice(start, end)}"${head.slice(end)}${rest}`;
}

/** Lines with those that continue them, and the number of the first. Empty ones are left out. */
function* unfolded(text: string): Generator<{ readonly line: number; readonly content: string }> {
  let [line, content] = [0, ''];
  const physical = text.replace(/^\uFEFF/u, '').split(text.includes('\n') ? /\r?\n/u : '\r');
  for (const [index, part] of physical.entries()) {
    if (/^[ \t]/u.test(part) && content !== '') {
      // Rest of an overlong line: skipped.
      if (content.length <= longestLine) content += part.slice(1);
      continue;
    }
    if (content !== '') yield { line, content };
    [line, content] = [index + 1, part.trim() === '' ? '' : part];
  }
  if (content !== '') yield { line, content };
}
