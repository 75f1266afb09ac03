/**
 * Work for a request from Slack, and its answer through `response_url`, in a task of its own: Slack waits three seconds
 * (docs.slack.dev/interactivity/implementing-slash-commands), and a platform that takes the processor from an instance which has answered goes on
 * with nothing else.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '#domain/base.ts';
import { minute } from '#domain/constants.ts';
import { type SlackApp, slackAppSchema } from '#domain/slack/schema.ts';
import { UnreadableDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { Json } from '#ports/shared.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { thrownProblem } from '../http-api/answers.ts';
import { attempt } from '../kernel/attempt.ts';
import { getReadable } from '../kernel/readable.ts';
import { answerSlackTask } from '../tasks.ts';
import { carryOut } from './carry-out.ts';
import { sentence, type SlackAnswer, slackMessage } from './slack-answer.ts';
import { answerAddress, slackWorkSchema } from './slack-request.ts';

const slackTaskSchema = v.object({
  teamId: idSchema,
  slackUser: v.string(),
  asked: slackWorkSchema,
  answerTo: answerAddress,
  commandId: idSchema,
  askedAt: epochMsSchema,
});
export type SlackTask = v.InferOutput<typeof slackTaskSchema>;

/** Slack takes answers for 30 minutes (docs.slack.dev/interactivity/handling-user-interaction, “Message responses”). */
const answerableMs = 30 * minute;
/** Time and bytes of an answer's request. */
const answerBounds = { maxBytes: 65_536, timeoutMs: 10_000 };

/** The same request, sent again, is one task. */
export const enqueueSlackTask = ({ tasks }: ServerPorts, task: SlackTask): Promise<void> =>
  tasks.enqueue(answerSlackTask, task, { id: `${answerSlackTask}-${task.commandId}` });

/** Safe to run again: a request is one command. Nothing is done that can't be answered any more. */
export async function answerSlack(server: ServerPorts, payload: Json): Promise<void> {
  const { asked, answerTo, ...of } = v.parse(slackTaskSchema, payload);
  const { clock, http } = server;
  if (http === null || clock.now() > of.askedAt + answerableMs) return;
  const app = await getReadable(server, slackAppSchema, documentPaths.slackApp(of.teamId, of.teamId));
  if (app === null) return;
  const answer = await answerOf(server, asked, { ...of, app });
  await attempt(() =>
    http.send({
      url: answerTo,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(slackMessage(answer)),
      ...answerBounds,
    }),
  );
}

/** Result, or a sentence why it was not done. */
export async function answerOf(
  server: ServerPorts,
  asked: SlackTask['asked'],
  of: Omit<SlackTask, 'asked' | 'answerTo'> & { readonly app: SlackApp },
): Promise<SlackAnswer> {
  try {
    return await carryOut(server, asked, of);
  } catch (thrown) {
    const problem = thrown instanceof UnreadableDocument ? null : thrownProblem(thrown);
    if (problem !== null) return sentence(problem.message);
    server.background.report(thrown);
    return sentence('Something went wrong in Muster. Look there what has happened before you try again.');
  }
}
