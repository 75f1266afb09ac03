/** Names of the deferred tasks. Each may run twice: it looks at what is due, not at what it was told. */
export const tickTask = 'tickPage';
export const wakeTask = 'wakeAlert';
export const reviewTask = 'reviewPage';
export const maintenanceTask = 'tickMaintenance';
export const readCalendarTask = 'fetchLeaveCalendar';
export const digestTask = 'sendDigest';
export const notifyTask = 'sendWaiting';
