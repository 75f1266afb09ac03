import { memo } from 'react';
import { flappingText } from '#domain/alert/labels.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';
import type { Settings } from '#api/settings.ts';
import { useAlert } from '#src/data/queries/alerts.ts';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Row } from '#src/ui/list.tsx';
import { Ago } from '#src/ui/time.tsx';

interface AlertRowProps {
  readonly alert: Alert;
  readonly serviceName: string | undefined;
  /** Label of the action in progress. */
  readonly underWay: string | undefined;
  readonly severityNames: Settings['severityNames'];
}

export const AlertRow = memo(function AlertRow({
  alert,
  serviceName,
  underWay,
  severityNames,
}: AlertRowProps) {
  const severity = suggestedSeverity(alert.severity);
  return (
    <Row
      lead={<SeverityMark severity={severity} name={severityNames[severity]} form="shape" />}
      title={alert.summary}
      detail={serviceName}
      trail={
        <>
          {underWay !== undefined && <Badge tone="caution">{underWay}</Badge>}
          {alert.flapping && <Badge>Flapping: {flappingText(alert.flapping, alert.createdAt)}</Badge>}
          {alert.count > 1 && <Badge>×{alert.count}</Badge>}
        </>
      }
      status={<StatusMark of="alert" state={alert.status} />}
      when={<Ago at={alert.lastAt} />}
    />
  );
});

/** The row of an alert that a search read: live while it is shown. */
export function FoundAlertRow({ alert, ...rest }: AlertRowProps) {
  const live = useAlert(alert.id).data?.value;
  return <AlertRow alert={live ?? alert} {...rest} />;
}
