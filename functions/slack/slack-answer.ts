/**
 * Answers in Slack: messages that only who asked sees (`response_type: ephemeral`; docs.slack.dev/interactivity/handling-user-interaction). Text of people is
 * escaped by who writes a message.
 */
import { slackText } from '#domain/webhook/chat/markup.ts';
import { shorten } from '#domain/text.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { SlackAction } from './slack-request.ts';

export interface SlackButton {
  readonly label: string;
  readonly action: SlackAction;
  readonly id: string;
}

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
/** Characters of a section's text (docs.slack.dev/reference/block-kit/blocks/section-block). */
const sectionCharacters = 3_000;

export const slackLinkTo = (url: string, text: string): string =>
  `<${slackText(url).replaceAll('|', '%7C')}|${slackText(text)}>`;

const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: shorten(text, sectionCharacters) },
});

export const slackButtons = (buttons: readonly SlackButton[]) => ({
  type: 'actions',
  elements: buttons.map(({ label, action, id }) => ({
    type: 'button',
    text: { type: 'plain_text', text: label },
    action_id: action,
    value: id,
  })),
});

/** JSON of a message to one person. `replace_original`: the message with the button stays. */
export function slackMessage({ text, items = [] }: SlackAnswer): Readonly<Record<string, unknown>> {
  const shared = {
    response_type: 'ephemeral',
    replace_original: false,
    text: shorten(text, sectionCharacters),
  };
  if (items.length === 0) return shared;
  const blocks = [
    section(text),
    ...items.flatMap((item) => [section(item.text), slackButtons(item.buttons)]),
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
