/**
 * Checks of requests to chat programs against what their vendors document: required fields, lengths, escaping, and that nothing pings
 * anybody. Each schema is strict: a field that is not listed here was not looked up.
 */
import * as v from 'valibot';
import type { ChatRequest } from '#domain/webhook/chat/requests.ts';
import { utf8Bytes } from '#domain/text.ts';
import type { WebhookFormat } from '#domain/webhook/fields.ts';

type ChatProgram = Exclude<WebhookFormat, 'muster'>;

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const noMention = /@[\p{L}\p{N}_.-]/u;
const withoutMention = v.check((sent: string) => !noMention.test(sent), 'It mentions somebody.');

/** docs.slack.dev/messaging/formatting-message-text, “Escaping text”: outside of links there is no bracket, and “&” begins an entity. */
const slackMarkup = v.check((sent: string) => {
  const plain = sent.replaceAll(/<https?:\/\/[^<>|]+\|[^<>|\n]+>|<!date\^[^<>]+>/gu, '');
  return !/[<>]|&(?!(?:amp|lt|gt);)/u.test(plain);
}, 'It has markup that is not ours.');

/** docs.slack.dev/reference/block-kit/composition-objects/text-object: 1 to 3,000 characters; `verbatim` leaves plain text as it is. */
const slackSectionSchema = v.strictObject({
  type: v.literal('section'),
  text: v.strictObject({
    type: v.literal('mrkdwn'),
    text: v.pipe(text(3_000), slackMarkup),
    verbatim: v.literal(true),
  }),
});

/** docs.slack.dev/reference/block-kit/block-elements/button-element (lengths), …/blocks/actions-block (at most 25 elements). */
const slackActionsSchema = v.strictObject({
  type: v.literal('actions'),
  elements: v.pipe(
    v.array(
      v.strictObject({
        type: v.literal('button'),
        text: v.strictObject({ type: v.literal('plain_text'), text: text(75) }),
        action_id: text(255),
        value: text(2_000),
      }),
    ),
    v.minLength(1),
    v.maxLength(25),
    v.check(
      (all) => new Set(all.map((one) => one.action_id)).size === all.length,
      'An action_id is there twice.',
    ),
  ),
});

/** docs.slack.dev/reference/block-kit/blocks: at most 50. docs.slack.dev/reference/methods/chat.postMessage: text of at most 40,000. */
const slackFields = {
  text: v.pipe(text(40_000), slackMarkup),
  blocks: v.exactOptional(
    v.pipe(
      v.array(v.variant('type', [slackSectionSchema, slackActionsSchema])),
      v.minLength(1),
      v.maxLength(50),
    ),
  ),
};

/** Answers to commands: docs.slack.dev/interactivity/handling-user-interaction. */
export const slackAnswerSchema = v.strictObject({
  ...slackFields,
  response_type: v.literal('ephemeral'),
  replace_original: v.boolean(),
});

/** A single link, to Muster, and no other markup than the bold headline. */
const markdownOfOneLink = v.check((sent: string) => {
  const plain = sent
    .replaceAll(/\\[\\`*_{}[\]()#+!|<>~]/gu, '')
    .replace(/^\*\*[^*]+\*\*/u, '')
    .replace(/\[[^[\]]+\]\(https:\/\/muster\.test\/[^()\s]+\)/u, '');
  return !/[`*_[\]<>|~\\]|^\s*#/mu.test(plain);
}, 'It has markup that is not ours.');

/** A card’s text: adaptivecards.io/explorer/TextBlock.html. `<at>` mentions need `msteams.entities`, which the schema has not. */
const cardText = v.pipe(text(10_000), markdownOfOneLink, withoutMention);

const bodies = {
  slack: v.strictObject({ ...slackFields, unfurl_links: v.literal(false), unfurl_media: v.literal(false) }),
  /** developers.mattermost.com/integrate/webhooks/incoming: `text` is required; a post has at most 16,383 characters. */
  mattermost: v.strictObject({ text: v.pipe(text(16_383), markdownOfOneLink, withoutMention) }),
  /** docs.rocket.chat/docs/message: 5,000 characters unless the workspace’s setting “Maximum allowed characters per message” differs. */
  rocketchat: v.strictObject({
    text: v.pipe(
      text(5_000),
      withoutMention,
      v.check((sent) => {
        const plain = sent
          .replace(/^\*(?:[^*]|\*\u200B)+\*(?!\u200B)/u, '')
          .replace(/\[(?:[^[\]]|[[\]]\u200B)+\]\(https:\/\/muster\.test\/[^()\s]+\)/u, '');
        return !/[*_~`[\]<>|@#](?!\u200B)/u.test(plain);
      }, 'It has markup that is not ours.'),
    ),
  }),
  /**
   * docs.discord.com/developers/resources/webhook, “Execute Webhook”: content of at most 2,000 characters; …/resources/message, “Allowed
   * Mentions Object”: an empty `parse` suppresses all mentions; “Message Flags”: 4 is SUPPRESS_EMBEDS.
   */
  discord: v.strictObject({
    content: v.pipe(text(2_000), markdownOfOneLink),
    allowed_mentions: v.strictObject({ parse: v.pipe(v.array(v.string()), v.length(0)) }),
    flags: v.literal(4),
  }),
  /**
   * learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using, “Send Adaptive Cards using an Incoming
   * Webhook”: the envelope. adaptivecards.io/explorer: required fields of elements. Cards of at most version 1.5 in Teams.
   */
  teams: v.strictObject({
    type: v.literal('message'),
    attachments: v.tuple([
      v.strictObject({
        contentType: v.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: v.null(),
        content: v.strictObject({
          $schema: v.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: v.literal('AdaptiveCard'),
          version: v.picklist(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']),
          body: v.array(
            v.variant('type', [
              v.strictObject({
                type: v.literal('TextBlock'),
                text: cardText,
                weight: v.exactOptional(v.picklist(['Default', 'Lighter', 'Bolder'])),
                size: v.exactOptional(v.picklist(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'])),
                wrap: v.exactOptional(v.boolean()),
              }),
              v.strictObject({
                type: v.literal('FactSet'),
                facts: v.pipe(v.array(v.strictObject({ title: text(100), value: cardText })), v.minLength(1)),
              }),
            ]),
          ),
          actions: v.array(
            v.strictObject({
              type: v.literal('Action.OpenUrl'),
              title: text(100),
              url: v.pipe(v.string(), v.url()),
            }),
          ),
        }),
      }),
    ]),
  }),
  /** spec.matrix.org/latest/client-server-api: “m.room.message” with `m.text`, “Event replacements”, “User and room mentions”. */
  matrix: v.lazy((body) => {
    const isEdit = typeof body === 'object' && body !== null && 'm.relates_to' in body;
    return isEdit ? matrixEditSchema : matrixTextSchema;
  }),
} as const satisfies Record<ChatProgram, v.GenericSchema>;

/** Of the permitted tags of “m.room.message msgtypes”: b, br and a single link with its href. */
const matrixHtml = v.check((sent: string) => {
  const plain = sent.replaceAll(/<\/?b>|<br>|<a href="https:\/\/muster\.test\/[^"<>]+">|<\/a>/gu, '');
  return !/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/u.test(plain) && sent.split('<a ').length === 2;
}, 'It has markup that is not ours.');

const matrixText = {
  msgtype: v.literal('m.text'),
  body: text(40_000),
  format: v.literal('org.matrix.custom.html'),
  formatted_body: v.pipe(text(40_000), matrixHtml),
  /** Present and empty: no mentions, also for a name or @room in the text. */
  'm.mentions': v.strictObject({}),
};
const matrixTextSchema = v.strictObject(matrixText);
const matrixEditSchema = v.strictObject({
  ...matrixText,
  body: v.pipe(matrixText.body, v.startsWith('* ')),
  formatted_body: v.pipe(matrixText.formatted_body, v.startsWith('* ')),
  'm.new_content': matrixTextSchema,
  'm.relates_to': v.strictObject({
    rel_type: v.literal('m.replace'),
    event_id: v.pipe(v.string(), v.startsWith('$')),
  }),
});

/**
 * Bytes of a whole body. Teams: 28 KB (…/how-to/add-incoming-webhook). Matrix: 65,536 of an event (client-server API, “Size limits”), a part
 * of which the server fills in. The others document none; this is far below what their servers take.
 */
const bodyBytes: Readonly<Record<ChatProgram, number>> = {
  ...{ slack: 64_000, mattermost: 64_000, rocketchat: 64_000, discord: 64_000 },
  ...{ teams: 28_000, matrix: 60_000 },
};

/** Method and address, after the origin. */
const addresses: Readonly<Record<ChatProgram, RegExp>> = {
  slack: /^POST \/hook$/u,
  mattermost: /^POST \/hook$/u,
  rocketchat: /^POST \/hook$/u,
  teams: /^POST \/hook$/u,
  // “Edit Webhook Message” takes thread_id too; `wait` is of “Execute Webhook”.
  discord: /^(?:POST \/hook\?wait=true(?:&thread_id=\d+)?|PATCH \/hook\/messages\/\d+(?:\?thread_id=\d+)?)$/u,
  // “PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}”, each percent-encoded.
  matrix: /^PUT \/_matrix\/client\/v3\/rooms\/[\w.~%!-]+\/send\/m\.room\.message\/[\w.~%-]+$/u,
};

/** What is wrong with a request; empty for nothing. `origin`: of the chat program. */
export function chatFaults(program: ChatProgram, request: ChatRequest, origin: string): readonly string[] {
  const { method, url, headers, body } = request;
  const result = v.safeParse(bodies[program], JSON.parse(body));
  const address = `${method} ${url.slice(origin.length)}`;
  return [
    ...(result.issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
    // Escaped controls other than the line breaks that Muster writes; C0, DEL and C1 as they are.
    ...(/\\u00[01][\da-f]|\\[bfrt](?![\w\\])|[\u007F-\u009F\u2028\u2029]/u.test(body.replaceAll('\\\\', ''))
      ? ['It has control characters.']
      : []),
    ...(utf8Bytes(body) > bodyBytes[program] ? [`The body has ${utf8Bytes(body)} bytes.`] : []),
    ...(addresses[program].test(address) ? [] : [`It goes to ${address}.`]),
    ...(headers['content-type'] === 'application/json' ? [] : ['It is no JSON.']),
    ...(program !== 'matrix' || headers['authorization']?.startsWith('Bearer ')
      ? []
      : ['There is no token.']),
  ];
}
