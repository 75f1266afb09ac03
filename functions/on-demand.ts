/** Server code that most requests do without: one script, loaded with the first that needs a part of it. */
import { readOwnData } from './account/own-data.ts';
import { apiKeyHandlers } from './api-keys/commands.ts';
import { recordMail } from './channels/mail/record-mail.ts';
import { sendByMail } from './channels/mail/send-by-mail.ts';
import { postMessage, postOutcome } from './channels/webhook/post.ts';
import { personalWebhookHandlers } from './channels/webhook/commands.ts';
import { schemaAt } from './document-schemas.ts';
import { feedRoute } from './feeds/feed-route.ts';
import { apiRoute } from './http-api/api-route.ts';
import { routeSignal } from './ingest/route-signal.ts';
import { receiveShared } from './ingest/shared-alert.ts';
import { integrationHandlers } from './integrations/commands.ts';
import { leaveCalendarHandlers } from './leave-calendars/commands.ts';
import { inviteHandlers } from './invites/commands.ts';
import { mailHandlers } from './mail/commands.ts';
import { mailRoute } from './mail/mail-route.ts';
import { queueMessageMail } from './mail/queue-mail.ts';
import { startMail } from './mail/start-mail.ts';
import { readMailSettings } from './mail/read-settings.ts';
import { sendAgain } from './pages/send-again.ts';
import { slackHandlers } from './slack/commands.ts';
import { slackRoute } from './slack/slack-route.ts';
import { taskHandlers } from './task-handlers.ts';
import { webhookHandlers } from './webhooks/handlers.ts';
import { noteWebhookEvents } from './webhooks/note-events.ts';
import { publishWebhookEvent } from './webhooks/publish.ts';
import { feedHandlers } from './feeds/commands.ts';
import { maintenanceHandlers } from './maintenance/commands.ts';
import { policyHandlers } from './policies/commands.ts';
import { runbookHandlers } from './runbooks/commands.ts';
import { serviceHandlers } from './services/commands.ts';
import { timeOffHandlers } from './time-off/commands.ts';

export const onDemand = {
  handlers: {
    ...apiKeyHandlers,
    ...integrationHandlers,
    ...timeOffHandlers,
    ...serviceHandlers,
    ...runbookHandlers,
    ...policyHandlers,
    ...maintenanceHandlers,
    ...feedHandlers,
    ...leaveCalendarHandlers,
    ...inviteHandlers,
    ...mailHandlers,
    ...personalWebhookHandlers,
    ...webhookHandlers,
    ...slackHandlers,
  },
  apiRoute,
  feedRoute,
  mailRoute,
  noteWebhookEvents,
  postMessage,
  postOutcome,
  publishWebhookEvent,
  queueMessageMail,
  readMailSettings,
  readOwnData,
  receiveShared,
  recordMail,
  routeSignal,
  schemaAt,
  sendAgain,
  sendByMail,
  slackRoute,
  startMail,
  tasks: taskHandlers,
};
