/** Text of people in the markup of chat programs: as it is, pinging nobody. */

/** Slack: docs.slack.dev/messaging/formatting-message-text, “Escaping text”. `<!channel>` needs the bracket. */
export const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Link of Slack, whose address ends at the first bar. A bar in the label, for which there is no escape, becomes a broken one. */
export const slackLinkTo = (url: string, label: string): string =>
  `<${slackText(url).replaceAll('|', '%7C')}|${slackText(label).replaceAll('|', '¦')}>`;

export const htmlText = (text: string): string =>
  slackText(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Markdown: a backslash before what could begin markup. A zero-width space after @ keeps `@channel`, `@all` and `@here` from pinging. */
export const markdownText = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]()#+!|<>~]/gu, String.raw`\$&`).replaceAll('@', '@\u200B');

/** The same for Rocket.Chat, which has no escape: its marks are parted from their text. */
export const rocketChatText = (text: string): string => text.replaceAll(/[*_~`[\]<>|@#]/gu, '$&\u200B');

/** Address within a link of Markdown. */
export const linkTarget = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');
