import type { Alert, AlertSeverity } from '../alert/schema.ts';
import type { Page } from './schema.ts';

/** Urgency of a severity: high unless the severity is warning or lower. */
export const urgencyOf = (severity: AlertSeverity): Page['urgency'] =>
  severity === 'critical' || severity === 'error' ? 'high' : 'low';

/** Urgency of an alert's page. */
export const urgencyOfAlert = ({
  severity,
  urgency = null,
}: Pick<Alert, 'severity' | 'urgency'>): Page['urgency'] => urgency ?? urgencyOf(severity);
