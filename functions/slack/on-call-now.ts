/** `/muster oncall`: who is on call now, by schedule. */
import { slackText } from '#domain/webhook/chat/markup.ts';
import { readOnCallNow } from '../http-api/on-call.ts';
import type { SlackSession } from './session.ts';
import { sentence, type SlackAnswer } from './slack-answer.ts';

export async function onCallNow({ server, acting }: SlackSession, wanted: string): Promise<SlackAnswer> {
  const all = await readOnCallNow(server, acting.teamId);
  const shown = all.filter(
    ({ scheduleName }) => wanted === '' || scheduleName.toLowerCase() === wanted.toLowerCase(),
  );
  if (all.length === 0) return sentence('The team has no schedule.');
  if (shown.length === 0)
    return sentence(
      `There is no schedule “${wanted}”. There are: ${all.map((one) => one.scheduleName).join(', ')}.`,
    );
  return {
    text: shown
      .map(({ scheduleName, userId, displayName, untilAt }) => {
        const who = userId === null ? 'nobody' : (displayName ?? 'a former member');
        return `*${slackText(scheduleName)}*: ${slackText(who)}${untilAt === null ? '' : `, until ${slackTime(untilAt)}`}`;
      })
      .join('\n'),
  };
}

/** In the reader's own time zone (docs.slack.dev/messaging/formatting-message-text, “Date formatting”). */
const slackTime = (at: number): string =>
  `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${new Date(at).toISOString()}>`;
