/** Severity of an incident that is declared from an alert; in doubt, the worse. */
import type { AlertSeverity } from '../alert/schema.ts';
import type { Severity } from './schema.ts';

const suggested: Record<AlertSeverity, Severity> = {
  critical: 'SEV1',
  error: 'SEV2',
  warning: 'SEV3',
  info: 'SEV4',
};

export const suggestedSeverity = (alert: AlertSeverity): Severity => suggested[alert];
