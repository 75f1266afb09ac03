/** `muster ack` and `oncall`. */
import { randomUUID } from 'node:crypto';
import { answered } from './api.ts';
import { CliError } from './cli-error.ts';
import { itemsOf } from './items.ts';
import { type CliCommand, timeText } from './command.ts';

export const ack: CliCommand = {
  usage: 'ack [PAGE]',
  summary: 'Acknowledge a page; without its id, the one that waits for you.',
  options: {},
  async run(api, { positionals: [given] }) {
    let pageId = given;
    if (pageId === undefined) {
      const { actsFor } = await answered(api.GET('/key'));
      const query = { status: 'notifying' as const, limit: 200 };
      const items = await itemsOf(api.GET('/pages', { params: { query } }));
      const waiting = items.filter(({ waitingFor }) => waitingFor.includes(actsFor.id));
      if (waiting.length > 1) {
        const list = waiting.map(({ id, summary }) => `  ${id}  ${summary}`).join('\n');
        throw new CliError('conflict', `Several pages wait for ${actsFor.displayName}. Name one:\n${list}`);
      }
      pageId = waiting[0]?.id;
      if (pageId === undefined) throw new CliError('not_found', `No page waits for ${actsFor.displayName}.`);
    }
    const params = { header: { 'Idempotency-Key': randomUUID() } };
    const data = await answered(api.POST('/commands/acknowledgePage', { params, body: { pageId } }));
    return { data: { pageId, ...data }, lines: [`The page ${pageId} is ${data.status}.`] };
  },
};

export const oncall: CliCommand = {
  usage: 'oncall [SCHEDULE]',
  summary: 'Show who is on call now.',
  options: {},
  async run(api, { positionals }) {
    const wanted = positionals.join(' ').toLowerCase();
    const items = await itemsOf(api.GET('/on-call'));
    const shown = items.filter(
      ({ scheduleId, scheduleName }) =>
        wanted === '' || scheduleId.toLowerCase() === wanted || scheduleName.toLowerCase() === wanted,
    );
    if (wanted !== '' && shown.length === 0)
      throw new CliError(
        'not_found',
        `There is no schedule “${wanted}”. There are: ${items.map((one) => one.scheduleName).join(', ')}.`,
      );
    const lines = shown.map(({ scheduleName, userId, displayName, untilAt }) => {
      const who = userId === null ? 'nobody' : (displayName ?? userId);
      return `${scheduleName}: ${who}${untilAt === null ? '' : `, until ${timeText(untilAt)}`}`;
    });
    return { data: shown, lines };
  },
};
