/** Open work of a service: alerts, incidents, runbooks. */
import { suggestedSeverity } from '#domain/incident/severity.ts';
import { isRunbookOf } from '#domain/runbook/transitions.ts';
import { links } from '#src/data/links.ts';
import { useActiveAlerts } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useRunbooks } from '#src/data/queries/runbooks.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { countOf, useView } from '#src/data/client/view.ts';
import { SeverityMark } from '#src/components/severity-mark.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago } from '#src/ui/time.tsx';
import styles from './services.module.css';

interface OfService {
  readonly serviceId: string;
}

export function ServiceAlerts({ serviceId }: OfService) {
  const { data, error } = useActiveAlerts();
  const { severityNames } = useSettings();
  const view = useView({
    data: data && { ...data, items: data.items.filter(({ value }) => value.serviceId === serviceId) },
    error,
  });
  return (
    <Panel title="Active alerts" count={countOf(view)} frame="box" flush={(view.data?.items.length ?? 0) > 0}>
      <QueryView
        view={view}
        failed="The alerts can’t be read"
        loading={<Skeleton label="Loading the alerts" shape="text" count={2} />}
        empty={<p>No active alerts.</p>}
      >
        {({ items }) => (
          <List
            label="Active alerts"
            main={false}
            items={items.map((item) => item.value)}
            getKey={({ id }) => id}
            getHref={({ id }) => links.alert(id)}
            renderRow={(alert) => {
              const severity = suggestedSeverity(alert.severity);
              return (
                <Row
                  lead={<SeverityMark severity={severity} name={severityNames[severity]} form="shape" />}
                  title={alert.summary}
                  status={<StatusMark of="alert" state={alert.status} />}
                  when={<Ago at={alert.lastAt} />}
                />
              );
            }}
          />
        )}
      </QueryView>
    </Panel>
  );
}

export function ServiceIncidents({ serviceId }: OfService) {
  const { data, error } = useLiveIncidents();
  const { severityNames } = useSettings();
  const view = useView({
    data: data && {
      ...data,
      items: data.items.filter(({ value }) => value.serviceIds.some((id) => id === serviceId)),
    },
    error,
  });
  return (
    <Panel
      title="Live incidents"
      count={countOf(view)}
      frame="box"
      flush={(view.data?.items.length ?? 0) > 0}
    >
      <QueryView
        view={view}
        failed="The incidents can’t be read"
        loading={<Skeleton label="Loading the incidents" shape="text" count={2} />}
        empty={<p>No live incidents.</p>}
      >
        {({ items }) => (
          <List
            label="Live incidents"
            main={false}
            items={items.map((item) => item.value)}
            getKey={({ id }) => id}
            getHref={({ number }) => links.incident(number)}
            renderRow={(incident) => (
              <Row
                lead={
                  <SeverityMark
                    severity={incident.severity}
                    name={severityNames[incident.severity]}
                    form="shape"
                  />
                }
                title={incident.title}
                detail={`#${incident.number}`}
                status={<StatusMark of="incident" state={incident.status} />}
                when={<Ago at={incident.createdAt} />}
              />
            )}
          />
        )}
      </QueryView>
    </Panel>
  );
}

export function ServiceRunbooks({ serviceId }: OfService) {
  const { data, error } = useRunbooks();
  const view = useView({
    data: data && { ...data, items: data.items.filter(({ value }) => isRunbookOf(value, serviceId)) },
    error,
  });
  return (
    <Panel title="Runbooks" count={countOf(view)} frame="box">
      <QueryView
        view={view}
        failed="The runbooks can’t be read"
        loading={<Skeleton label="Loading the runbooks" shape="text" count={2} />}
        empty={
          <p>
            None is for this service.{' '}
            <Link href={links.runbooks()} look="text">
              Runbooks
            </Link>
          </p>
        }
      >
        {({ items }) => (
          <ul className={styles.lines}>
            {items.map(({ value }) => (
              <li key={value.id}>
                <Link href={links.runbooks()} look="text">
                  {value.name}
                </Link>
                {value.severities.length > 0 ? (
                  <span className={styles.muted}> {value.severities.join(', ')}</span>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
