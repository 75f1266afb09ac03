/** Names of the deferred tasks. A task may run twice: its handler reads what is due from the documents, not from the payload. */
export const tickTask = 'tickPage';
export const wakeTask = 'wakeAlert';
export const reviewTask = 'reviewPage';
export const maintenanceTask = 'tickMaintenance';
export const readCalendarTask = 'fetchLeaveCalendar';
export const digestTask = 'sendDigest';
export const onCallCheckTask = 'runOnCallCheck';
export const weeklyDigestTask = 'sendWeeklyDigest';
export const nextWayTask = 'takeNextWay';
export const reachedTask = 'noteReached';
export const notifyTask = 'sendWaiting';
export const publishWebhookEventTask = 'publishWebhookEvent';
export const sendWebhooksTask = 'sendWebhooks';
export const outcomeTask = 'sendOutcomes';
export const deliverTask = 'sendApart';
export const answerSlackTask = 'answerSlack';
export const mailOutcomeTask = 'lookForMailOutcome';
