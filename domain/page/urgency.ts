import type { AlertSeverity } from '../alert/schema.ts';
import type { Page } from './schema.ts';

/** Urgency of an alert's page: high unless the severity is warning or lower. */
export const urgencyOf = (severity: AlertSeverity): Page['urgency'] =>
  severity === 'critical' || severity === 'error' ? 'high' : 'low';
