/** The schema of every kind of stored document, by the name of its collection: whether a document can be read again. */
import type * as v from 'valibot';
import { accountDeletionSchema } from '#domain/account/deletion.ts';
import { recoveryAttemptsSchema, recoveryCodesSchema } from '#domain/account/recovery-codes.ts';
import { recoverySchema, teamRecoverySchema } from '#domain/account/recovery.ts';
import { alertEventSchema } from '#domain/alert/history.ts';
import { alertSchema } from '#domain/alert/schema.ts';
import { requestRateSchema } from '#domain/request-rate.ts';
import { apiKeyDigestRecordSchema, apiKeySchema } from '#domain/api-key/schema.ts';
import { attachmentSchema } from '#domain/attachment/schema.ts';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { coverRequestSchema } from '#domain/cover/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { queuedMailSchema } from '#domain/mail/queued-mail.ts';
import { mailConfirmationSchema, mailRateSchema, mailSettingsSchema } from '#domain/mail/settings.ts';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { counterSchema } from '#domain/ingest/counter.ts';
import { groupSchema } from '#domain/ingest/group.ts';
import { integrationEventSchema, integrationSchema } from '#domain/integration/schema.ts';
import { calendarAddressSchema, holidaysSchema, leaveCalendarSchema } from '#domain/leave-calendar/schema.ts';
import { maintenanceSchema } from '#domain/maintenance/schema.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { pushWindowSchema } from '#domain/page/push-window.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { personalWebhookSchema, personalWebhookSecretSchema } from '#domain/personal-webhook/schema.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { onCallCheckSchema } from '#domain/readiness/on-call-check.ts';
import { pushOutagesSchema } from '#domain/push-outage/schema.ts';
import { readableRoutingSchema } from '#domain/routing/readable-rules.ts';
import { serviceNameSchema } from '#domain/routing/service-names.ts';
import { sharedAlertSchema } from '#domain/routing/shared-alert.ts';
import { runbookSchema } from '#domain/runbook/schema.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { setAsideSchema } from '#domain/set-aside/schema.ts';
import { slackAppSchema, slackLinkSchema, slackSecretSchema } from '#domain/slack/schema.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { formerMemberSchema } from '#domain/team/former-member.ts';
import { inviteSchema } from '#domain/team/invite.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { timeOffNoteSchema, timeOffSchema } from '#domain/time-off/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import {
  chatMessageSchema,
  webhookDeliverySchema,
  webhookEventSchema,
  webhookLaneSchema,
  webhookSchema,
  webhookSecretSchema,
  webhookTargetsSchema,
} from '#domain/webhook/schema.ts';
import { commandRecordSchema } from '#api/command-record.ts';
import { collections } from '#api/paths.ts';
import { serverCollections } from '#api/server-paths.ts';
import { registrationSchema } from './channels/push/registrations.ts';
import { integrationSecretSchema } from './ingest/grafana.ts';
import { integrationKeySchema } from './ingest/keys.ts';
import { accessChangeSchema } from './kernel/access.ts';
import { pageWindowSchema } from './pages/join.ts';
import { secretSchema } from './pages/ticket.ts';
import { weeklyDigestSchema } from './readiness/weekly-digest.ts';
import { shiftTimerSchema } from './schedules/shift-timer.ts';
import { slugSchema } from './team/commands.ts';
import { handOverNoteSchema } from './team/holdings/hand-over.ts';

/** States of the sweep's bulk work have a schema each. */
type Kind = Exclude<keyof typeof collections | keyof typeof serverCollections, 'sweepState'>;

const kinds: Readonly<Record<Kind, v.GenericSchema>> = {
  user: userProfileSchema,
  team: teamSchema,
  member: memberSchema,
  formerMember: formerMemberSchema,
  invite: inviteSchema,
  service: serviceSchema,
  schedule: scheduleSchema,
  override: overrideSchema,
  coverRequest: coverRequestSchema,
  feed: feedSchema,
  notice: noticeSchema,
  timeOff: timeOffSchema,
  timeOffNote: timeOffNoteSchema,
  leaveCalendar: leaveCalendarSchema,
  holidays: holidaysSchema,
  policy: policySchema,
  runbook: runbookSchema,
  integration: integrationSchema,
  routing: readableRoutingSchema,
  routingVersion: readableRoutingSchema,
  apiKey: apiKeySchema,
  apiKeyDigest: apiKeyDigestRecordSchema,
  apiKeyRate: requestRateSchema,
  slackRate: requestRateSchema,
  maintenance: maintenanceSchema,
  heartbeat: heartbeatSchema,
  integrationEvent: integrationEventSchema,
  webhook: webhookSchema,
  webhookDelivery: webhookDeliverySchema,
  slackApp: slackAppSchema,
  slackLink: slackLinkSchema,
  notificationRules: notificationRulesSchema,
  device: deviceSchema,
  personalWebhook: personalWebhookSchema,
  alert: alertSchema,
  alertEvent: alertEventSchema,
  page: pageSchema,
  delivery: deliverySchema,
  incident: incidentSchema,
  timelineEvent: timelineEventSchema,
  task: taskSchema,
  attachment: attachmentSchema,
  recovery: teamRecoverySchema,
  setAside: setAsideSchema,
  pushOutages: pushOutagesSchema,
  auditEntry: auditEntrySchema,
  command: commandRecordSchema,
  pageWindow: pageWindowSchema,
  pushWindow: pushWindowSchema,
  integrationKey: integrationKeySchema,
  integrationSecret: integrationSecretSchema,
  serviceName: serviceNameSchema,
  sharedAlert: sharedAlertSchema,
  ingestRate: counterSchema,
  registration: registrationSchema,
  personalWebhookSecret: personalWebhookSecretSchema,
  calendarAddress: calendarAddressSchema,
  webhookSecret: webhookSecretSchema,
  webhookLane: webhookLaneSchema,
  webhookTargets: webhookTargetsSchema,
  webhookEvent: webhookEventSchema,
  slackSecret: slackSecretSchema,
  chatMessage: chatMessageSchema,
  mailSettings: mailSettingsSchema,
  mailConfirmation: mailConfirmationSchema,
  queuedMail: queuedMailSchema,
  mailRate: mailRateSchema,
  handOver: handOverNoteSchema,
  shiftTimer: shiftTimerSchema,
  onCallCheck: onCallCheckSchema,
  weeklyDigest: weeklyDigestSchema,
  accountRecovery: recoverySchema,
  recoveryCodes: recoveryCodesSchema,
  recoveryAttempts: recoveryAttemptsSchema,
  secret: secretSchema,
  slug: slugSchema,
  accountDeletion: accountDeletionSchema,
};

/** By the name of the collection. */
export const documentSchemas: ReadonlyMap<string, v.GenericSchema> = new Map([
  ...Object.entries({ ...collections, ...serverCollections }).flatMap(([kind, names]) => {
    const schema = kind === 'sweepState' ? undefined : kinds[kind as Kind];
    return schema === undefined ? [] : [[names.at(-1) ?? kind, schema] as const];
  }),
  ['alertKeys', groupSchema],
  ['accessChanges', accessChangeSchema],
]);

/** The schema of the document at this path. */
export const schemaAt = (path: string): v.GenericSchema | undefined =>
  documentSchemas.get(path.split('/').at(-2) ?? '');
