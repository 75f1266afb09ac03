/**
 * Requests of Slack: a slash command (docs.slack.dev/interactivity/implementing-slash-commands) or a press of a button, a `block_actions`
 * payload (docs.slack.dev/reference/interaction-payloads/block_actions-payload). Both are forms; a press has JSON in `payload`.
 */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import { parseJson } from '#domain/ingest/json.ts';
import { type SlackAction, slackActions } from '#domain/slack/buttons.ts';
import { readSlackCommand, type SlackCommand } from '#domain/slack/command-text.ts';

const slackId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,40}$/u));
const answerAddress = v.pipe(v.string(), v.maxLength(1_000), v.startsWith('https://hooks.slack.com/'));

export interface SlackPress {
  readonly action: SlackAction;
  /** Id of the page, incident or alert. */
  readonly id: string;
}

export interface SlackRequest {
  /** Workspace and user. */
  readonly slackUser: string;
  readonly asked: SlackCommand | SlackPress;
  /** Where an answer to a press goes; null: the answer of the request is the answer. */
  readonly answerTo: string | null;
}

const commandSchema = v.object({
  team_id: slackId,
  user_id: slackId,
  text: v.pipe(v.string(), v.maxLength(4_000)),
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
    const { team_id: workspace, user_id: user, text } = command.output;
    return { slackUser: `${workspace}/${user}`, asked: readSlackCommand(text), answerTo: null };
  }
  const press = v.safeParse(pressSchema, parseJson(payload));
  const first = press.success ? press.output.actions[0] : undefined;
  if (!press.success || first === undefined) return null;
  const { team, user, response_url: answerTo } = press.output;
  const asked = { action: first.action_id, id: first.value };
  return { slackUser: `${team.id}/${user.id}`, asked, answerTo };
}
