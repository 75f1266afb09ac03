/**
 * Buttons in messages of Slack (docs.slack.dev/reference/block-kit/block-elements/button-element): `action_id` says what is done, `value` is the id of
 * what it is done to.
 */
export const slackActions = ['ack_page', 'ack_incident', 'ack_alert', 'declare_alert'] as const;
export type SlackAction = (typeof slackActions)[number];

export interface SlackButton {
  readonly label: string;
  readonly action: SlackAction;
  /** Of the page, incident or alert. */
  readonly id: string;
}

/** Characters of a section's text (docs.slack.dev/reference/block-kit/blocks/section-block). */
const sectionCharacters = 3_000;

/** Cut before an entity, a link or a character that does not fit. */
const fitting = (text: string): string =>
  text.length <= sectionCharacters
    ? text
    : `${text.slice(0, sectionCharacters - 1).replace(/(?:[\uD800-\uDBFF]|&[a-z]*|<[^>]*)$/u, '')}…`;

/** `text`: in Slack's markup, escaped. `verbatim`: a name such as @here in it is text (docs.slack.dev/reference/block-kit/composition-objects/text-object). */
export const slackSection = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: fitting(text), verbatim: true },
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
