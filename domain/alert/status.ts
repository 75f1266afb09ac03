/** Groups of alert statuses. */
import type { Alert, AlertStatus } from './schema.ts';

/** Statuses of an alert that something is to be done about: it is neither over nor snoozed. */
export const liveAlertStatuses = ['open', 'joined', 'acknowledged'] as const satisfies readonly AlertStatus[];

/** Statuses of an alert that is not over. */
export const unresolvedStatuses = [
  ...liveAlertStatuses,
  'suppressed',
] as const satisfies readonly AlertStatus[];

/** Statuses of an alert that nobody has acknowledged and that somebody may still acknowledge. */
export const unacknowledgedStatuses = ['open', 'joined'] as const satisfies readonly AlertStatus[];

export const isAlertLive = ({ status }: Pick<Alert, 'status'>): boolean =>
  (liveAlertStatuses as readonly AlertStatus[]).includes(status);

export const isUnacknowledged = ({ status }: Pick<Alert, 'status'>): boolean =>
  (unacknowledgedStatuses as readonly AlertStatus[]).includes(status);
