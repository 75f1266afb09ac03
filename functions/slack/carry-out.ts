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
import type { SlackWork, SlackWorkOf } from './slack-request.ts';

export interface AskedInTeam {
  readonly teamId: string;
  readonly app: SlackApp;
  readonly slackUser: string;
  readonly commandId: string;
  /** Epoch milliseconds at which it came. */
  readonly askedAt: number;
}

/** @throws CommandFailed, PortError */
export async function carryOut(
  server: ServerPorts,
  asked: SlackWork,
  { teamId, app, slackUser, commandId, askedAt }: AskedInTeam,
): Promise<SlackAnswer> {
  if (asked.kind === 'link') return linkUser(server, { teamId, slackUser, codeDigest: asked.codeDigest });
  const acting = await slackMemberOf(server, teamId, slackUser);
  const urlOf = (path: string) => `${app.linkOrigin}${teamAddress(teamId, path)}`;
  const session: SlackSession = { server, acting, commandId, askedAt, urlOf };
  switch (asked.kind) {
    case 'press':
      return press(session, asked);
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
  }
}

function press(session: SlackSession, { action, id }: SlackWorkOf<'press'>): Promise<SlackAnswer> {
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

export const slackHelp = sentence(
  [
    '/muster declare SEV2 Checkout fails --service Checkout --policy Payments: declare an incident, and page.',
    '/muster ack: acknowledge the page that waits for you. /muster ack 42: the one of incident 42.',
    '/muster oncall: who is on call now.',
    '/muster alerts: the open alerts, with buttons.',
    '/muster link CODE: say who you are, with a code from your profile in Muster.',
    'Private incidents are never shown or changed from here.',
  ].join('\n'),
);
