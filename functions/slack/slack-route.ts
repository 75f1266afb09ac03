/**
 * `POST /in/slack/TEAM`: Slack's slash command and buttons. Only requests that Slack has signed with the team's secret are looked into. A
 * press is answered through its `response_url`, because Slack shows nothing of the answer itself; Slack waits three seconds.
 */
import { isId } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';
import { type SlackApp, slackAppSchema, slackSecretSchema } from '#domain/slack/schema.ts';
import { isSignedBySlack, isTimely, type SlackSigned } from '#domain/slack/signature.ts';
import { UnreadableDocument } from '#api/codec.ts';
import { documentPaths } from '#api/paths.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { thrownProblem } from '../http-api/answers.ts';
import { attempt } from '../kernel/attempt.ts';
import { getReadable } from '../kernel/readable.ts';
import { carryOut } from './carry-out.ts';
import { emptyResponse, sentence, type SlackAnswer, slackMessage, slackResponse } from './slack-answer.ts';
import { slackRateOf } from './slack-rate.ts';
import { readForm, readSlackRequest, type SlackRequest } from './slack-request.ts';

/** Code units of a body: a press brings its whole message. */
const longestBody = 128 * 1024;
/** Time for an answer through `response_url`: within what Slack waits, where the runtime waits for it. */
const answerMs = 2_000;

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
  // The same request, sent again, is the same command.
  const commandId = sha256Hex(JSON.stringify(['slack', teamId, signed.timestamp, body]));
  const answer = await answerOf(server, request, { teamId, app, commandId });
  if (request.answerTo === null) return slackResponse(200, answer);
  answerLater(server, request.answerTo, answer);
  return emptyResponse();
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
  const secret = await getReadable(server, slackSecretSchema, documentPaths.slackSecret(teamId, teamId));
  if (secret === null || !isSignedBySlack(secret.signingSecret, signed)) return null;
  return getReadable(server, slackAppSchema, documentPaths.slackApp(teamId, teamId));
}

interface AskedOf {
  readonly teamId: string;
  readonly app: SlackApp;
  readonly commandId: string;
}

/** Result of the request, or a sentence with the reason of its failure. */
async function answerOf(server: ServerPorts, request: SlackRequest, of: AskedOf): Promise<SlackAnswer> {
  const { slackUser } = request;
  if (!slackRateOf(server.docs).take(`${of.teamId} ${slackUser}`, server.clock.now()))
    return sentence('That was too much at once. Try again in a minute.');
  try {
    return await carryOut(server, request, of);
  } catch (thrown) {
    const problem = thrown instanceof UnreadableDocument ? null : thrownProblem(thrown);
    if (problem !== null) return sentence(problem.message);
    server.background.report(thrown);
    return sentence('Something went wrong in Muster. Look there what has happened before you try again.');
  }
}

function answerLater(server: ServerPorts, url: string, answer: SlackAnswer): void {
  const { http } = server;
  if (http === null) return;
  const body = JSON.stringify(slackMessage(answer));
  const headers = { 'content-type': 'application/json' };
  server.background.run(async () => {
    await attempt(() =>
      http.send({ url, method: 'POST', headers, body, maxBytes: 65_536, timeoutMs: answerMs }),
    );
  });
}
