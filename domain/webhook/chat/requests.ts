/** Requests by which chat programs take a message, or an edit of one. */
import type { WebhookAccess, WebhookFormat } from '../fields.ts';
import { slackButtons, slackSection } from '../../slack/buttons.ts';
import { shortenUnits } from '../../text.ts';
import type { ChatMessage } from './message.ts';
import { htmlText, linkTarget, markdownText, rocketChatText, slackLinkTo, slackText } from './markup.ts';

export interface ChatRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ChatTarget {
  readonly access: Pick<WebhookAccess, 'url' | 'matrix'>;
  /** Message to edit; null: a new one. */
  readonly messageId: string | null;
  /** The same in each attempt of a delivery. */
  readonly transactionId: string;
}

type ChatFormat = Exclude<WebhookFormat, 'muster'>;

/** Whether a message can be edited with what a webhook has. */
export const canEdit = (format: WebhookFormat): boolean => format === 'discord' || format === 'matrix';

export function chatRequest(format: ChatFormat, message: ChatMessage, target: ChatTarget): ChatRequest {
  const { url: address } = target.access;
  switch (format) {
    case 'slack':
      return post(address, slackBody(message));
    case 'mattermost':
      return post(address, { text: lines(message, markdownLine(message)) });
    case 'rocketchat':
      return post(address, { text: rocketChatLines(message) });
    case 'discord':
      return discordRequest(message, target);
    case 'teams':
      return post(address, teamsBody(message));
    case 'matrix':
      return matrixRequest(message, target);
  }
}

const json = { 'content-type': 'application/json' };
const post = (url: string, body: object): ChatRequest => ({
  method: 'POST',
  url,
  headers: json,
  body: JSON.stringify(body),
});

const factLine = (facts: ChatMessage['facts'], escaped: (text: string) => string): string =>
  facts.map(([label, value]) => `${label}: ${escaped(value)}`).join(' · ');

/**
 * Slack incoming webhook: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. No edits. With a button the message is
 * `blocks`, and `text` is shown in notifications.
 */
function slackBody({ headline, title, url, facts, acknowledges }: ChatMessage) {
  const text = [`*${slackText(headline)}* · ${slackLinkTo(url, title)}`, factLine(facts, slackText)]
    .filter(Boolean)
    .join('\n');
  const plain = { text, unfurl_links: false, unfurl_media: false };
  if (acknowledges === null) return plain;
  const buttons = slackButtons([{ label: 'Acknowledge', action: 'ack_incident', id: acknowledges }]);
  return { ...plain, blocks: [slackSection(text), buttons] };
}

const markdownLine = ({ headline, title, url }: ChatMessage): string =>
  `**${markdownText(headline)}** · [${markdownText(title)}](${linkTarget(url)})`;

const lines = ({ facts }: ChatMessage, first: string): string =>
  [first, factLine(facts, markdownText)].filter(Boolean).join('\n');

/** Rocket.Chat incoming webhook: docs.rocket.chat, “Incoming Webhook Script”, `text` with bold as *one* star. */
const rocketChatLines = ({ headline, title, url, facts }: ChatMessage): string =>
  [
    `*${rocketChatText(headline)}* · [${rocketChatText(title)}](${linkTarget(url)})`,
    factLine(facts, rocketChatText),
  ]
    .filter(Boolean)
    .join('\n');

/**
 * Discord: docs.discord.com/developers/resources/webhook, “Execute Webhook” (`wait=true` answers with the message, content of at most
 * 2,000 characters) and “Edit Webhook Message”.
 */
function discordRequest(message: ChatMessage, { access, messageId }: ChatTarget): ChatRequest {
  const [path = '', search = ''] = access.url.split('?', 2);
  const thread = search.split('&').filter((part) => part.startsWith('thread_id='));
  const body = JSON.stringify({
    // Without a backslash whose character was cut off.
    content: shortenUnits(lines(message, markdownLine(message)), 2_000).replace(
      /(?<!\\)((?:\\\\)*)\\…$/u,
      '$1…',
    ),
    allowed_mentions: { parse: [] },
    // SUPPRESS_EMBEDS: no preview of the link.
    flags: 4,
  });
  const base = path.replace(/\/+$/u, '');
  const withSearch = (url: string, parts: readonly string[]) =>
    parts.length === 0 ? url : `${url}?${parts.join('&')}`;
  return messageId === null
    ? { method: 'POST', url: withSearch(base, ['wait=true', ...thread]), headers: json, body }
    : {
        method: 'PATCH',
        url: withSearch(`${base}/messages/${encodeURIComponent(messageId)}`, thread),
        headers: json,
        body,
      };
}

/**
 * Teams, by its Workflows app: learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using, a message with
 * one Adaptive Card.
 */
const teamsBody = ({ headline, title, url, facts }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: markdownText(headline), weight: 'Bolder', size: 'Medium', wrap: true },
          { type: 'TextBlock', text: markdownText(title), wrap: true },
          ...(facts.length === 0
            ? []
            : [
                {
                  type: 'FactSet',
                  facts: facts.map(([label, value]) => ({ title: label, value: markdownText(value) })),
                },
              ]),
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'Open in Muster', url }],
      },
    },
  ],
});

/**
 * Matrix: spec.matrix.org, client-server API, “PUT /rooms/{roomId}/send/{eventType}/{txnId}” and “Event replacements”. `m.mentions` without
 * anybody pings nobody.
 */
function matrixRequest(
  { headline, title, url, facts }: ChatMessage,
  { access: { url: address, matrix }, messageId, transactionId }: ChatTarget,
): ChatRequest {
  const plain = [`${headline} · ${title}`, factLine(facts, (text) => text), url].filter(Boolean).join('\n');
  const told = factLine(facts, htmlText);
  const content = {
    msgtype: 'm.text',
    body: plain,
    format: 'org.matrix.custom.html',
    formatted_body: `<b>${htmlText(headline)}</b> · <a href="${htmlText(url)}">${htmlText(title)}</a>${told === '' ? '' : `<br>${told}`}`,
    'm.mentions': {},
  };
  const body =
    messageId === null
      ? content
      : {
          ...content,
          body: `* ${plain}`,
          formatted_body: `* ${content.formatted_body}`,
          'm.new_content': content,
          'm.relates_to': { rel_type: 'm.replace', event_id: messageId },
        };
  const room = encodeURIComponent(matrix?.room ?? '');
  const transaction = encodeURIComponent(transactionId);
  return {
    method: 'PUT',
    url: `${address.replace(/\/+$/u, '')}/_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`,
    headers: { ...json, authorization: `Bearer ${matrix?.accessToken ?? ''}` },
    body: JSON.stringify(body),
  };
}

/** Ids that can stand in a later request: digits of Discord, and of Matrix `$` with signs of ASCII. */
const messageIds = {
  discord: { field: 'id', form: /^\d{1,30}$/u },
  matrix: { field: 'event_id', form: /^\$[\x21-\x7e]{1,254}$/u },
} as const;

/** Id of the new message in an answer; null for none, and for one of another form. */
export function sentMessageId(format: WebhookFormat, answer: string): string | null {
  if (format !== 'discord' && format !== 'matrix') return null;
  const { field, form } = messageIds[format];
  try {
    const parsed: unknown = JSON.parse(answer);
    if (typeof parsed !== 'object' || parsed === null) return null;
    const id = new Map<string, unknown>(Object.entries(parsed)).get(field);
    return typeof id === 'string' && form.test(id) ? id : null;
  } catch {
    return null;
  }
}
