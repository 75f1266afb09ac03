import type { AlertSeverity } from '../alert/schema.ts';
import type { Page } from './schema.ts';

/** An alert's page may wake someone unless its sender calls it a warning or less. */
export const urgencyOf = (severity: AlertSeverity): Page['urgency'] =>
  severity === 'critical' || severity === 'error' ? 'high' : 'low';
