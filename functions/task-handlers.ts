/** Handlers of the deferred tasks that are loaded on demand. */
import * as v from 'valibot';
import { idSchema } from '#domain/base.ts';
import type { TaskHandler } from '#ports/server/handlers.ts';
import { readAddress } from './leave-calendars/read-address.ts';
import { lookForOutcome } from './mail/outcome.ts';
import { sendQueuedMail } from './mail/send-queued-mail.ts';
import { sentMailSchema } from './mail/sent-mail.ts';
import type { OnDemandTask } from './on-demand-tasks.ts';
import { sendOutcomes } from './pages/send-outcomes.ts';
import { sendWeeklyDigest } from './readiness/send-weekly-digest.ts';
import { answerSlack } from './slack/answer-slack.ts';
import { checkedTask } from './task-handler.ts';
import { publishWebhookEvent } from './webhooks/publish.ts';
import { sendWebhooks } from './webhooks/send.ts';

export const taskHandlers: { readonly [name in OnDemandTask]: TaskHandler } = {
  answerSlack: (payload, server) => answerSlack(server, payload),
  fetchLeaveCalendar: checkedTask(
    v.object({ teamId: idSchema, calendarId: idSchema }),
    (server, { teamId, calendarId }) => readAddress(server, teamId, calendarId),
  ),
  lookForMailOutcome: checkedTask(sentMailSchema, lookForOutcome),
  publishWebhookEvent: checkedTask(v.object({ teamId: idSchema, eventId: idSchema }), publishWebhookEvent),
  sendOutcomes: checkedTask(v.object({ teamId: idSchema, pageId: idSchema }), sendOutcomes),
  sendQueuedMail: checkedTask(v.object({ teamId: idSchema, id: idSchema }), sendQueuedMail),
  sendWeeklyDigest: checkedTask(v.object({ teamId: idSchema }), sendWeeklyDigest),
  sendWebhooks: checkedTask(v.object({ teamId: idSchema, webhookId: idSchema }), sendWebhooks),
};
