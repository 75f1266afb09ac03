/** `/muster alerts`: the newest alerts that nobody has acknowledged, with buttons. */
import { alertSchema } from '#domain/alert/schema.ts';
import { unacknowledgedStatuses } from '#domain/alert/status.ts';
import { oneLine } from '#domain/text.ts';
import { slackLinkTo, slackText } from '#domain/webhook/chat/markup.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { findReadable } from '../kernel/readable.ts';
import type { SlackSession } from './session.ts';
import { mostItems, type SlackAnswer } from './slack-answer.ts';

export async function openAlerts({ server, acting, urlOf }: SlackSession): Promise<SlackAnswer> {
  const open = query(
    collectionPaths.alerts(acting.teamId),
    where('private', '==', false),
    where('status', 'in', [...unacknowledgedStatuses]),
    orderBy('lastAt', 'desc'),
    limit(mostItems + 1),
  );
  const alerts = await findReadable(server, alertSchema, open);
  const more = alerts.length > mostItems ? ` ${slackLinkTo(urlOf('/alerts'), 'All of them')}` : '';
  if (alerts.length === 0) return { text: 'No alert is open.' };
  return {
    text: `Open alerts, the newest first:${more}`,
    items: alerts.slice(0, mostItems).map(({ id, severity, summary, incidentId }) => ({
      text: `*${severity}* · ${slackText(oneLine(summary))}`,
      buttons: [
        { label: 'Acknowledge', action: 'ack_alert', id },
        ...(incidentId === null ? [{ label: 'Declare incident', action: 'declare_alert', id } as const] : []),
      ],
    })),
  };
}
