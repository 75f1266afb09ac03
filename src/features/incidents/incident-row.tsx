import Lock from 'lucide-react/icons/lock';
import { memo } from 'react';
import type { Incident } from '#domain/incident/schema.ts';
import { isLive } from '#domain/incident/status.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { usePeople } from '#src/data/queries/team.tsx';
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
}

export const IncidentRow = memo(function IncidentRow({ incident, services }: IncidentRowProps) {
  const { severityNames } = useSettings();
  const people = usePeople();
  const { severity, status, number, title, roles } = incident;
  const commander = people.name(roles.commander);
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
export function FoundIncidentRow({ incident, services }: IncidentRowProps) {
  const live = useIncidentById(incident.id).data?.value;
  return <IncidentRow incident={live ?? incident} services={services} />;
}
