/** All messages to chat programs, hostile text included, against what the vendors document. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { chatFaults, slackAnswerSchema } from '#tests/app/functions/chat-validators.ts';
import { chatMessageOf, testMessage } from '#domain/webhook/chat/message.ts';
import { chatRequest } from '#domain/webhook/chat/requests.ts';
import { slackText } from '#domain/webhook/chat/markup.ts';
import { chatEventTypes } from '#domain/webhook/fields.ts';
import { mostItems, slackMessage } from '../slack/slack-answer.ts';

const programs = ['slack', 'mattermost', 'rocketchat', 'discord', 'teams', 'matrix'] as const;
const origin = 'https://chat.test';
const url = 'https://muster.test/t/ops/incidents/42';

const hostileTexts = {
  'a plain title': 'Checkout fails',
  'a title of 10,000 characters': 'x'.repeat(10_000),
  'a title of 10,000 marks': '*_'.repeat(5_000),
  'a title of 10,000 characters to escape': `&<>"'`.repeat(2_000),
  'a title of 10,000 emojis': '👩‍🚒'.repeat(2_000),
  'control characters': 'a\u0000b\u0007c\u001B[31md\u007Fe\u0085f\u2028g\u2029h\r\n\ti\b',
  'lines with markup': 'a\n# heading\n> quote\n- item\n```\ncode\n```',
  'mentions by name': '@channel @here @all @everyone @room @jonas @Jonas.Weber',
  'mentions of Slack': '<!channel> <!here|here> <!everyone> <@U012AB3CD> <!subteam^S1> <#C1|general>',
  'mentions of Discord and Teams': '<@123> <@&456> <#789> <at>Jonas</at>',
  'a link in Markdown': '[Sign in again](http://evil.test) ![x](http://evil.test/x.png)',
  'the end of a link': '](http://evil.test) | x> <http://evil.test|here> </a><a href="http://evil.test">x',
  'markup that does not end': '**bold _italic ~~struck ||hidden `code <b>',
  backslashes: String.raw`\ \\ \[x\]\(y\) \@channel`,
} as const;

const messagesOf = (hostile: string) =>
  chatEventTypes.flatMap((type) =>
    [null, 'incident-1'].map((acknowledges) =>
      chatMessageOf(type, {
        ...{ number: 42, title: hostile, severity: 'SEV1', severityName: hostile, status: 'triage' },
        ...{ commander: hostile, services: Array.from({ length: 20 }, () => hostile), url, acknowledges },
      }),
    ),
  );

const requestsOf = (program: (typeof programs)[number], message: ReturnType<typeof testMessage>) =>
  ([null, program === 'matrix' ? '$event' : '31'] as const).map((messageId) =>
    chatRequest(program, message, {
      access: {
        url:
          program === 'matrix'
            ? `${origin}/`
            : `${origin}/hook${program === 'discord' ? '?thread_id=7' : ''}`,
        matrix: { room: '!room:matrix.test', accessToken: 'syt_token' },
      },
      ...{ messageId, transactionId: 'evt_1/x?' },
    }),
  );

describe.each(programs)('messages to %s match its vendor’s documentation', (program) => {
  test.each(Object.entries(hostileTexts))('with %s', (_, hostile) => {
    for (const message of [testMessage(url), ...messagesOf(hostile)])
      for (const request of requestsOf(program, message))
        expect(chatFaults(program, request, origin)).toEqual([]);
  });
});

test.each(Object.entries(hostileTexts))(
  'answers to commands of Slack match its documentation with %s',
  (_, hostile) => {
    const item = {
      text: `*critical* · ${slackText(hostile)}`,
      buttons: [
        { label: 'Acknowledge', action: 'ack_alert', id: 'a'.repeat(128) },
        { label: 'Declare incident', action: 'declare_alert', id: 'a' },
      ],
    } as const;
    for (const items of [[], Array.from({ length: mostItems }, () => item)]) {
      const answer = slackMessage({ text: `Open alerts: <${url}|All of them>`, items });
      expect(v.safeParse(slackAnswerSchema, JSON.parse(JSON.stringify(answer))).issues).toBeUndefined();
    }
  },
);

test('a section of Slack is truncated before a link or an entity that does not fit', () => {
  const cut = (text: string) => {
    const { blocks } = slackMessage({ text, items: [{ text: 'x', buttons: [] }] });
    const [section] = blocks as readonly [{ readonly text: { readonly text: string } }];
    return section.text.text;
  };
  const long = 'x'.repeat(2_995);
  expect(cut(`${long}&amp;amp;`)).toBe(`${long}…`);
  expect(cut(`${long}<${url}|here>`)).toBe(`${long}…`);
  expect(cut('x'.repeat(3_000))).toHaveLength(3_000);
});
