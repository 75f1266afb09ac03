/** Text after `/muster`, read. The words are those of the command line `muster`. */
import { type Severity, severitySchema } from '../incident/schema.ts';
import * as v from 'valibot';

export type SlackCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'oncall'; readonly schedule: string }
  | { readonly kind: 'alerts' }
  /** Number of an incident; null: what waits for the person. */
  | { readonly kind: 'ack'; readonly incident: number | null }
  | {
      readonly kind: 'declare';
      readonly title: string;
      readonly severity: Severity;
      readonly services: readonly string[];
      readonly policies: readonly string[];
    }
  /** Text that can't be read, with a sentence on what to type. */
  | { readonly kind: 'fault'; readonly sentence: string };

const fault = (sentence: string): SlackCommand => ({ kind: 'fault', sentence });

export function readSlackCommand(text: string): SlackCommand {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*)$/su.exec(plainText(text)) ?? [];
  switch (word.toLowerCase()) {
    case '':
    case 'help':
      return { kind: 'help' };
    case 'link':
      return rest.trim() === ''
        ? fault('Type the code from your profile in Muster: `/muster link CODE`.')
        : { kind: 'link', code: rest.trim() };
    case 'oncall':
      return { kind: 'oncall', schedule: rest.trim() };
    case 'alerts':
      return { kind: 'alerts' };
    case 'ack':
      return readAck(rest.trim());
    case 'declare':
      return readDeclare(rest);
    default:
      return fault('There is no such command. `/muster help` lists them.');
  }
}

function readAck(text: string): SlackCommand {
  if (text === '') return { kind: 'ack', incident: null };
  const number = /^#?([1-9]\d{0,8})$/u.exec(text)?.[1];
  return number === undefined
    ? fault('Type the number of an incident, `/muster ack 42`, or `/muster ack` for what waits for you.')
    : { kind: 'ack', incident: Number(number) };
}

const options = ['service', 'policy', 'severity'] as const;

/** A title with `--service NAME`, `--policy NAME` and `--severity SEV2` after it; the severity may stand before it. */
function readDeclare(text: string): SlackCommand {
  const [first = '', ...parts] = text.split(/(?:^|\s)(?:--|[—–])(?=[a-z])/u);
  const given: Record<(typeof options)[number], string[]> = { service: [], policy: [], severity: [] };
  for (const part of parts) {
    const [, name = '', value = ''] = /^(\S+)\s*(.*)$/su.exec(part.trim()) ?? [];
    const option = options.find((known) => known === name);
    if (option === undefined || value === '')
      return fault('After the title go `--severity SEV2`, `--service NAME` and `--policy NAME`.');
    given[option].push(value.trim());
  }
  const [, before, title = ''] = /^\s*(?:(sev[1-5])\s+)?(.*)$/isu.exec(first) ?? [];
  const severity = (given.severity.at(-1) ?? before ?? 'SEV3').toUpperCase();
  if (!v.is(severitySchema, severity)) return fault('A severity is one of SEV1, SEV2, SEV3, SEV4 and SEV5.');
  if (title.trim() === '') return fault('Say what happens: `/muster declare SEV2 Checkout fails`.');
  return {
    kind: 'declare',
    title: title.trim(),
    severity,
    services: given.service,
    policies: given.policy,
  };
}

/** Slack sends `&`, `<` and `>` as entities (docs.slack.dev/messaging/formatting-message-text, “Escaping text”). */
const plainText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
