/**
 * `POST /in/slack/TEAM`: Slack's slash command and buttons. Only requests that Slack has signed with the team's secret are looked into. Slack
 * waits three seconds: what takes reads or writes is enqueued as a task, which answers through `response_url`. Without such an address, and
 * where the server makes no requests, the answer of the request has it.
 */
import { idOf, isId } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { type SlackApp, slackAppSchema, slackSecretSchema } from '#domain/slack/schema.ts';
import { isSignedBySlack, isTimely, type SlackSigned } from '#domain/slack/signature.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { getReadable } from '../kernel/readable.ts';
import { answerOf, enqueueSlackTask } from './answer-slack.ts';
import { slackHelp } from './carry-out.ts';
import { emptyResponse, sentence, type SlackAnswer, slackResponse } from './slack-answer.ts';
import { takeSlackRequest } from './slack-rate.ts';
import { readForm, readSlackRequest } from './slack-request.ts';

/** Code units of a body: a press brings its whole message. */
const longestBody = 128 * 1024;

export async function slackRoute(
  server: ServerPorts,
  teamId: string,
  { headers, body }: HttpRequest,
): Promise<HttpResponse> {
  if (body.length > longestBody) return refusal(413, 'This is too large.');
  const signed: SlackSigned = {
    timestamp: headers['x-slack-request-timestamp'] ?? '',
    signature: headers['x-slack-signature'] ?? '',
    body,
  };
  if (!isId(teamId) || !isTimely(signed, server.clock.now())) return notFromSlack();
  const app = await appOf(server, teamId, signed);
  if (app === null) return notFromSlack();
  const form = readForm(body);
  // Slack looks whether the address is there.
  if (form.get('ssl_check') === '1') return emptyResponse();
  const request = readSlackRequest(form);
  if (request === null) return slackResponse(200, sentence('Muster does not understand this.'));
  const { asked, slackUser, answerTo, isPress } = request;
  const say = (answer: SlackAnswer) => slackResponse(200, answer);
  const now = server.clock.now();
  if (!(await takeSlackRequest(server, teamId, slackUser)))
    return say(sentence('That was too much at once. Try again in a minute.'));
  if (asked.kind === 'help') return say(slackHelp);
  if (asked.kind === 'fault') return say({ text: asked.sentence });
  // The same request, sent again, is the same command.
  const commandId = idOf(sha256Hex(JSON.stringify(['slack', teamId, signed.timestamp, body])));
  const of = { teamId, slackUser, commandId, askedAt: now };
  if (answerTo === null || server.http === null) return say(await answerOf(server, asked, { ...of, app }));
  await enqueueSlackTask(server, { ...of, asked, answerTo });
  return isPress ? emptyResponse() : say(sentence('Muster is working on it. The answer comes here.'));
}

const refusal = (status: number, text: string): HttpResponse => slackResponse(status, sentence(text));

/** The same for a team that there is not, one without Slack, and another secret: nothing can be probed. */
const notFromSlack = (): HttpResponse =>
  refusal(
    401,
    'Muster takes this only from Slack, signed with the secret that an admin of the team has saved.',
  );

/** Null: the team takes nothing from Slack, or Slack has not signed this. */
async function appOf(server: ServerPorts, teamId: string, signed: SlackSigned): Promise<SlackApp | null> {
  const secret = await getReadable(server, slackSecretSchema, serverPaths.slackSecret(teamId, teamId));
  if (secret === null || !isSignedBySlack(secret.signingSecret, signed)) return null;
  return getReadable(server, slackAppSchema, documentPaths.slackApp(teamId, teamId));
}
