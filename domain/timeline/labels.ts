/**
 * A timeline in words. A sentence is a list of plain parts, so that a screen can show names and links; an event's
 * author is a part of its sentence. Order: time, then sequence, then id.
 */
import type { EntryProgram, TimelineEvent } from './schema.ts';
import { system } from '../base.ts';

export type SentencePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'person'; readonly userId: string }
  /** Words of a person. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'severity'; readonly severity: Extract<TimelineEvent, { kind: 'severity' }>['to'] }
  | { readonly kind: 'status'; readonly status: Extract<TimelineEvent, { kind: 'status' }>['to'] }
  | {
      readonly kind: 'link';
      readonly to: 'task' | 'attachment' | 'page' | 'alert' | 'incident';
      readonly id: string;
      readonly text: string;
    }
  | { readonly kind: 'duration'; readonly milliseconds: number };

export type Sentence = readonly SentencePart[];

type Ordered = Pick<TimelineEvent, 'createdAt' | 'sequence' | 'id'>;
type Event<K extends TimelineEvent['kind']> = Extract<TimelineEvent, { kind: K }>;

export function compareEvents(a: Ordered, b: Ordered): number {
  return a.createdAt - b.createdAt || a.sequence - b.sequence || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

export const say = (text: string): SentencePart => ({ kind: 'text', text });
export const person = (userId: string): SentencePart =>
  userId === system ? say('Muster') : { kind: 'person', userId };
const quote = (text: string): Sentence => (text === '' ? [] : [say(': '), { kind: 'quote', text }]);

export function people(userIds: readonly string[]): Sentence {
  return userIds.flatMap((userId, index) => {
    const between = index === 0 ? [] : [say(index === userIds.length - 1 ? ' and ' : ', ')];
    return [...between, person(userId)];
  });
}

/** The program by which an author acted, for behind a name or sentence: “ (API key Deploys)”, “ (from Slack)”; '' for none. */
export function programLabel({ viaKey, viaSlack }: EntryProgram): string {
  if (viaSlack === true) return ' (from Slack)';
  return viaKey === undefined ? '' : ` (API key ${viaKey})`;
}

/** Event as one sentence without a full stop; it names the program by which its author acted. */
export function sentenceOf(event: TimelineEvent): Sentence {
  const sentence = actionOf(event);
  const program = programLabel(event);
  return program === '' ? sentence : [...sentence, say(program)];
}

function actionOf(event: TimelineEvent): Sentence {
  const who = person(event.createdBy);
  switch (event.kind) {
    case 'comment':
      return [who, say(' wrote'), ...quote(event.body)];
    case 'withdrawn':
      return [who, say('’s comment was withdrawn by '), person(event.withdrawnBy)];
    case 'declared':
      return [who, say(' declared this incident as '), { kind: 'severity', severity: event.severity }];
    case 'status':
      return [
        who,
        say(' changed the status from '),
        { kind: 'status', status: event.from },
        say(' to '),
        { kind: 'status', status: event.to },
        ...quote(event.note),
      ];
    case 'severity':
      return [
        who,
        say(event.to < event.from ? ' raised the severity from ' : ' lowered the severity from '),
        { kind: 'severity', severity: event.from },
        say(' to '),
        { kind: 'severity', severity: event.to },
      ];
    case 'role':
      return roleSentence(event);
    case 'task':
      return taskSentence(event);
    case 'attachment': {
      const file: SentencePart = { kind: 'link', to: 'attachment', id: event.attachmentId, text: event.name };
      return [who, say(event.change === 'added' ? ' added the file ' : ' removed the file '), file];
    }
    case 'page':
      return pageSentence(event);
    case 'alert': {
      const alert: SentencePart = { kind: 'link', to: 'alert', id: event.alertId, text: event.summary };
      if (event.createdBy === system) return [say('Alert '), alert, say(alertPassive[event.change])];
      return [who, say(alertVerb[event.change]), alert];
    }
    case 'merged': {
      const other: SentencePart = {
        kind: 'link',
        to: 'incident',
        id: event.otherId,
        text: `#${event.otherNumber}`,
      };
      if (event.direction === 'into') return [who, say(' merged this incident into '), other];
      return [who, say(' merged '), other, say(' into this incident')];
    }
  }
}

const alertVerb: Readonly<Record<Event<'alert'>['change'], string>> = {
  linked: ' linked the alert ',
  unlinked: ' unlinked the alert ',
  triggered: ' triggered the alert ',
  acknowledged: ' acknowledged the alert ',
  resolved: ' resolved the alert ',
  suppressed: ' snoozed the alert ',
  reopened: ' reopened the alert ',
};

const alertPassive: Readonly<Record<Event<'alert'>['change'], string>> = {
  linked: ' was linked',
  unlinked: ' was unlinked',
  triggered: ' got worse',
  acknowledged: ' was acknowledged by its sender',
  resolved: ' resolved',
  suppressed: ' was snoozed',
  reopened: ' is open again after its snooze',
};

function roleSentence(event: Event<'role'>): Sentence {
  const holder = person(event.userId);
  if (event.change === 'offered')
    return [person(event.createdBy), say(' offered '), holder, say(` the role of ${event.role}`)];
  if (event.change === 'refused') return [holder, say(` refused the role of ${event.role}`)];
  const from = event.previous === null ? [] : [say(' from '), person(event.previous)];
  return [holder, say(` took the role of ${event.role}`), ...from];
}

function taskSentence(event: Event<'task'>): Sentence {
  const who = person(event.createdBy);
  const task: SentencePart = { kind: 'link', to: 'task', id: event.taskId, text: event.text };
  const { assignee } = event;
  switch (event.change) {
    case 'added':
      return [
        who,
        say(' added the task '),
        task,
        ...(assignee === null ? [] : [say(' for '), person(assignee)]),
      ];
    case 'assigned':
      if (assignee === null) return [who, say(' gave back the task '), task];
      if (assignee === event.createdBy) return [who, say(' took the task '), task];
      return [who, say(' gave '), person(assignee), say(' the task '), task];
    case 'done':
      return [who, say(' finished the task '), task];
    case 'reopened':
      return [who, say(' reopened the task '), task];
    case 'removed':
      return [who, say(' removed the task '), task];
  }
}

function pageSentence(event: Event<'page'>): Sentence {
  const who = person(event.createdBy);
  const page: SentencePart = { kind: 'link', to: 'page', id: event.pageId, text: 'the page' };
  switch (event.change) {
    case 'started':
      return [who, say(' started '), { ...page, text: 'a page' }];
    case 'notified':
      return [say('Paged '), ...people(event.userIds), say(` (${stageOf(event)})`)];
    case 'skipped':
      return [say(`Skipped ${stageOf(event)}: ${event.reason || 'it has nobody to page'}`)];
    case 'unreached':
      return [
        ...people(event.userIds),
        say(' could not be reached by push: their push services did not answer'),
      ];
    case 'repeated':
      // With a reason it follows a command, such as a decline, which the entry before tells.
      return event.reason === ''
        ? [say('Nobody answered: '), page, say(' starts over')]
        : [{ ...page, text: 'The page' }, say(' starts over')];
    case 'policy-handed-over':
      return [{ ...page, text: 'The page' }, say(` was handed over to the policy “${event.reason}”`)];
    case 'acknowledged':
      return [who, say(' acknowledged '), page];
    case 'answered':
      return [who, say(' answered '), page, say(', which waits for the others')];
    case 'declined':
      return [who, say(' can’t take '), page, ...quote(event.reason)];
    case 'escalated':
      return [who, say(' escalated '), page, ...quote(event.reason)];
    case 'handed-over':
      return [who, say(' hands '), page, say(' to '), ...people(event.userIds)];
    case 'handed-back':
      return [who, say(' gave back '), page, say(', which asks again')];
    case 'repaged':
      return [who, say(' paged again: '), page, say(' starts at its first step')];
    case 'timed-out':
      return [say('The acknowledgement ran out: '), page, say(' asks again')];
    case 'snoozed':
      return [who, say(' snoozed '), page, ...lastingUntil(event)];
    case 'snooze-ended':
      return event.createdBy === system
        ? [say('The snooze ended: '), page, say(' starts at its first step')]
        : [who, say(' ended the snooze of '), page];
    case 'exhausted':
      return [say('Nobody is left to ask: '), page, say(' ended without an answer')];
    case 'cancelled':
      return event.createdBy === system
        ? [say('Ended '), page, ...quote(event.reason)]
        : [who, say(' ended '), page, ...quote(event.reason)];
  }
}

const lastingUntil = ({ createdAt, untilAt = null }: Event<'page'>): Sentence =>
  untilAt === null ? [] : [say(' for '), { kind: 'duration', milliseconds: untilAt - createdAt }];

function stageOf(event: Event<'page'>): string {
  if (event.phase === 'fallback') return 'the fallback';
  return event.phase === 'owners' ? 'the owners' : `step ${event.step ?? 1}`;
}
