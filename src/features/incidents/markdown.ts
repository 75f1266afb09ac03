/** A timeline as Markdown, to paste into a postmortem, a ticket or a chat. */
import type { Incident } from '#domain/incident/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { compareEvents, type SentencePart, sentenceOf } from '#domain/timeline/labels.ts';
import { absoluteTime, clockTime, dayKey } from '#src/ui/time-format.ts';
import { longDuration } from './labels.ts';

export interface MarkdownContext {
  /** The name to write for a user id. */
  readonly name: (userId: string) => string;
  readonly severityName: (severity: Incident['severity']) => string;
  /** An IANA name; every time is written in it. */
  readonly zone: string;
}

export function timelineMarkdown(
  incident: Incident,
  events: readonly TimelineEvent[],
  context: MarkdownContext,
): string {
  const { zone } = context;
  const { number, title, severity, status, createdAt } = incident;
  const lines = [
    `# #${number} ${inline(title)}`,
    '',
    `${severity} ${context.severityName(severity)}, ${status}. Declared ${absoluteTime(createdAt, zone)} by ${inline(context.name(incident.createdBy))}.`,
  ];
  let day = '';
  for (const event of events.toSorted(compareEvents)) {
    const today = dayKey(event.createdAt, zone);
    if (today !== day) lines.push('', `## ${dayTitle(event.createdAt, zone)}`, '');
    day = today;
    lines.push(
      `- **${clockTime(event.createdAt, zone)}** ${writtenText(event, zone)}${entry(event, context)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** “(written 03:12) ” for what was sent later than it was written. */
function writtenText({ createdAt, writtenAt }: TimelineEvent, zone: string): string {
  if (writtenAt === undefined) return '';
  if (writtenAt === null) return '(written earlier) ';
  const isSameDay = dayKey(writtenAt, zone) === dayKey(createdAt, zone);
  return `(written ${isSameDay ? clockTime(writtenAt, zone) : absoluteTime(writtenAt, zone)}) `;
}

function entry(event: TimelineEvent, context: MarkdownContext): string {
  if (event.kind !== 'comment')
    return sentenceOf(event)
      .map((part) => partText(part, context))
      .join('');
  const who = inline(context.name(event.createdBy));
  // Words of people stay unchanged, line by line, inside the list item.
  const body = event.body.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
  return [`${who}:`, '', ...body, ''].join('\n');
}

function partText(part: SentencePart, { name, severityName }: MarkdownContext): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'person':
      return inline(name(part.userId));
    case 'quote':
      return `“${inline(onOneLine(part.text))}”`;
    case 'severity':
      return `${part.severity} ${inline(severityName(part.severity))}`;
    case 'status':
      return part.status;
    case 'link':
      return inline(part.text);
    case 'duration':
      return longDuration(part.milliseconds);
  }
}

/** “Fri 21 Nov 2026”. */
const dayTitle = (at: number, zone: string) => absoluteTime(at, zone).split(',')[0] ?? '';

const onOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Characters that would be markup in running text. */
const inline = (text: string) => text.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
