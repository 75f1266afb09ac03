/**
 * Requests of Slack: a slash command (docs.slack.dev/interactivity/implementing-slash-commands) or a press of a button, a `block_actions`
 * payload (docs.slack.dev/reference/interaction-payloads/block_actions-payload). Both are forms; a press has JSON in `payload`.
 */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { parseJson } from '#domain/ingest/json.ts';
import { slackActions } from '#domain/slack/buttons.ts';
import { readSlackCommand } from '#domain/slack/command-text.ts';
import { severitySchema } from '#domain/incident/schema.ts';
import { slackCodeDigest } from '#api/slack-code.ts';

const slackId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,40}$/u));
export const answerAddress = v.pipe(v.string(), v.maxLength(1_000), v.startsWith('https://hooks.slack.com/'));

/** What takes reads or writes. Without secrets, because tasks hold it: of the code of a link the digest. */
export const slackWorkSchema = v.variant('kind', [
  /** `id`: of the page, incident or alert. */
  v.object({ kind: v.literal('press'), action: v.picklist(slackActions), id: idSchema }),
  v.object({ kind: v.literal('link'), codeDigest: v.string() }),
  v.object({ kind: v.literal('oncall'), schedule: v.string() }),
  v.object({ kind: v.literal('alerts') }),
  v.object({ kind: v.literal('ack'), incident: v.nullable(v.number()) }),
  v.object({
    kind: v.literal('declare'),
    title: v.string(),
    severity: severitySchema,
    services: v.array(v.string()),
    policies: v.array(v.string()),
  }),
]);
export type SlackWork = v.InferOutput<typeof slackWorkSchema>;
export type SlackWorkOf<K extends SlackWork['kind']> = Extract<SlackWork, { kind: K }>;

export interface SlackRequest {
  /** Workspace and user. */
  readonly slackUser: string;
  /** `fault`: text that can't be read, with a sentence on what to type. */
  readonly asked:
    | SlackWork
    | { readonly kind: 'help' }
    | { readonly kind: 'fault'; readonly sentence: string };
  readonly isPress: boolean;
  /** Where answers go for half an hour (`response_url`); null: Slack gave none. */
  readonly answerTo: string | null;
}

const commandSchema = v.object({
  team_id: slackId,
  user_id: slackId,
  text: v.pipe(v.string(), v.maxLength(4_000)),
  response_url: v.optional(v.fallback(v.nullable(answerAddress), null), null),
});

const pressSchema = v.object({
  type: v.literal('block_actions'),
  team: v.object({ id: slackId }),
  user: v.object({ id: slackId }),
  response_url: answerAddress,
  actions: v.pipe(
    v.array(v.object({ action_id: v.picklist(slackActions), value: idSchema })),
    v.minLength(1),
    v.maxLength(25),
  ),
});

/** Fields of a form; more than there can be are left out. */
const mostFields = 50;

export function readForm(body: string): ReadonlyMap<string, string> {
  const pairs = body.split('&', mostFields).map((pair) => {
    const [name = '', value = ''] = pair.split(/[=](.*)/su, 2);
    return [decoded(name), decoded(value)] as const;
  });
  return new Map(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Null for what is neither. */
export function readSlackRequest(form: ReadonlyMap<string, string>): SlackRequest | null {
  const payload = form.get('payload');
  if (payload === undefined) {
    const command = v.safeParse(commandSchema, { text: '', ...Object.fromEntries(form) });
    if (!command.success || !form.has('command')) return null;
    const { team_id: workspace, user_id: user, text, response_url: answerTo } = command.output;
    return { slackUser: `${workspace}/${user}`, asked: askedBy(text), isPress: false, answerTo };
  }
  const press = v.safeParse(pressSchema, parseJson(payload));
  const first = press.success ? press.output.actions[0] : undefined;
  if (!press.success || first === undefined) return null;
  const { team, user, response_url: answerTo } = press.output;
  const asked = { kind: 'press', action: first.action_id, id: first.value } as const;
  return { slackUser: `${team.id}/${user.id}`, asked, isPress: true, answerTo };
}

function askedBy(text: string): SlackRequest['asked'] {
  const command = readSlackCommand(text);
  switch (command.kind) {
    case 'link':
      return { kind: 'link', codeDigest: slackCodeDigest(command.code) };
    case 'declare':
      return { ...command, services: [...command.services], policies: [...command.policies] };
    default:
      return command;
  }
}
