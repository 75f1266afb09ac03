/** Requests of Slack users, carried out in the name of the linked member. */
import type { SlackApp } from '#domain/slack/schema.ts';
import { teamAddress } from '#api/addresses.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import {
  acknowledgeAlert,
  acknowledgeIncident,
  acknowledgeNumber,
  acknowledgePage,
  acknowledgeWaiting,
} from './acknowledge.ts';
import { declareFromAlert, declareFromText } from './declare.ts';
import { linkUser } from './link-user.ts';
import { openAlerts } from './open-alerts.ts';
import { onCallNow } from './on-call-now.ts';
import { sentence, type SlackAnswer } from './slack-answer.ts';
import { slackMemberOf } from './slack-member.ts';
import type { SlackSession } from './session.ts';
import type { SlackPress, SlackRequest } from './slack-request.ts';

interface AskedInTeam {
  readonly teamId: string;
  readonly app: SlackApp;
  readonly commandId: string;
}

/** @throws CommandFailed, PortError */
export async function carryOut(
  server: ServerPorts,
  { asked, slackUser }: SlackRequest,
  { teamId, app, commandId }: AskedInTeam,
): Promise<SlackAnswer> {
  if ('kind' in asked) {
    if (asked.kind === 'help') return help;
    if (asked.kind === 'fault') return { text: asked.sentence };
    if (asked.kind === 'link') return linkUser(server, { teamId, slackUser, code: asked.code });
  }
  const acting = await slackMemberOf(server, teamId, slackUser);
  const urlOf = (path: string) => `${app.linkOrigin}${teamAddress(teamId, path)}`;
  const session: SlackSession = { server, acting, commandId, urlOf };
  if ('action' in asked) return press(session, asked);
  switch (asked.kind) {
    case 'oncall':
      return onCallNow(session, asked.schedule);
    case 'alerts':
      return openAlerts(session);
    case 'ack':
      return asked.incident === null
        ? acknowledgeWaiting(session)
        : acknowledgeNumber(session, asked.incident);
    case 'declare':
      return declareFromText(session, asked);
    default:
      return help;
  }
}

function press(session: SlackSession, { action, id }: SlackPress): Promise<SlackAnswer> {
  switch (action) {
    case 'ack_page':
      return acknowledgePage(session, id);
    case 'ack_incident':
      return acknowledgeIncident(session, id);
    case 'ack_alert':
      return acknowledgeAlert(session, id);
    case 'declare_alert':
      return declareFromAlert(session, id);
  }
}

const help = sentence(
  [
    '/muster declare SEV2 Checkout fails --service Checkout --policy Payments: declare an incident, and page.',
    '/muster ack: acknowledge the page that waits for you. /muster ack 42: the one of incident 42.',
    '/muster oncall: who is on call now.',
    '/muster alerts: the open alerts, with buttons.',
    '/muster link CODE: say who you are, with a code from your profile in Muster.',
    'Private incidents are never shown or changed from here.',
  ].join('\n'),
);
