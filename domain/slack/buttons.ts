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

/** `text`: in Slack's markup, escaped. */
export const slackSection = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: text.slice(0, sectionCharacters) },
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
