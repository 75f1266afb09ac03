import Lock from 'lucide-react/icons/lock';
import { memo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { isLive } from '#domain/incident/status.ts';
import type { Settings } from '#api/settings.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Row } from '#src/ui/list.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './incidents-screen.module.css';

interface IncidentRowProps {
  readonly incident: Incident;
  /** Names of its services. */
  readonly services: string;
  /** Names of members. Given, as are the settings': each row that read them would index all of them. */
  readonly nameOf: (userId: string) => string;
  readonly severityNames: Settings['severityNames'];
}

export const IncidentRow = memo(function IncidentRow({
  incident,
  services,
  nameOf,
  severityNames,
}: IncidentRowProps) {
  const { severity, status, number, title, roles } = incident;
  const commander = nameOf(roles.commander);
  const at = isLive(incident) ? incident.createdAt : (incident.times[`${status}At`] ?? incident.createdAt);
  return (
    <Row
      lead={
        <>
          <span className={styles.severity}>
            <SeverityMark severity={severity} name={severityNames[severity]} form="short" />
          </span>
          <span className={styles.number}>#{number}</span>
        </>
      }
      title={
        <>
          {title}
          {incident.private ? <Lock className={styles.lock} aria-label="Private" /> : null}
        </>
      }
      detail={services}
      trail={
        <>
          <span className={styles.status}>
            <StatusMark of="incident" state={status} />
          </span>
          <span className={styles.commander} title={`Commander: ${commander}`}>
            <Avatar person={{ id: roles.commander, name: commander }} size="small" decorative />
            <span className="visually-hidden">Commander {commander}</span>
          </span>
          <span className={styles.time}>
            <Time at={at} />
          </span>
        </>
      }
    />
  );
});

/** The row of an incident that a search read: live while it is shown. */
export function FoundIncidentRow({ incident, ...rest }: IncidentRowProps) {
  const live = useIncidentById(incident.id).data?.value;
  return <IncidentRow incident={live ?? incident} {...rest} />;
}
