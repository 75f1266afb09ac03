/**
 * Answers in Slack: messages that only who asked sees (`response_type: ephemeral`; docs.slack.dev/interactivity/handling-user-interaction). Text of people is
 * escaped by who writes a message.
 */
import { type SlackButton, slackButtons, slackSection } from '#domain/slack/buttons.ts';
import { slackText } from '#domain/webhook/chat/markup.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';

/** Something to press buttons for. */
export interface SlackItem {
  /** In Slack's markup, escaped. */
  readonly text: string;
  readonly buttons: readonly SlackButton[];
}

export interface SlackAnswer {
  /** In Slack's markup, escaped. */
  readonly text: string;
  readonly items?: readonly SlackItem[];
}

/** A sentence as it is. */
export const sentence = (text: string): SlackAnswer => ({ text: slackText(text) });

/** Items of one answer: a message has at most 50 blocks (docs.slack.dev/reference/block-kit/blocks). */
export const mostItems = 10;

/** JSON of a message to one person. `replace_original`: the message with the button stays. */
export function slackMessage({ text, items = [] }: SlackAnswer): Readonly<Record<string, unknown>> {
  const shared = {
    response_type: 'ephemeral',
    replace_original: false,
    text,
  };
  if (items.length === 0) return shared;
  const blocks = [
    slackSection(text),
    ...items.flatMap((item) => [slackSection(item.text), slackButtons(item.buttons)]),
  ];
  return { ...shared, blocks };
}

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export const slackResponse = (status: number, answer: SlackAnswer): HttpResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(slackMessage(answer)),
});

/** “Received”, without a message. */
export const emptyResponse = (): HttpResponse => ({
  status: 200,
  headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  body: '',
});
