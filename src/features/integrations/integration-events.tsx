/** The last messages of a sender, and what became of each. Their content is that of their alerts. */
import type { ReactNode } from 'react';
import type { IntegrationEvent, SenderKind } from '#domain/integration/schema.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useIntegrationEvents } from '#src/data/queries/integrations.ts';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago } from '#src/ui/time.tsx';
import styles from './integrations.module.css';
import { resultLabels } from './senders.ts';

interface IntegrationEventsProps {
  readonly integrationId: string;
  readonly kind: SenderKind;
}

/** Of a heartbeat: its missed beats and their ends, since beats are not noted one by one. */
export function IntegrationEvents({ integrationId, kind }: IntegrationEventsProps) {
  const isHeartbeat = kind === 'heartbeat';
  const title = isHeartbeat ? 'Missed beats' : 'Last messages';
  return (
    <Panel title={title} frame="box">
      <EventList
        integrationId={integrationId}
        label={title}
        empty={
          <p>
            {isHeartbeat
              ? 'No beat was missed in the last week.'
              : 'Nothing has been sent with this key in the last week.'}
          </p>
        }
      />
    </Panel>
  );
}

interface EventListProps {
  readonly integrationId: string;
  readonly label: string;
  readonly empty: ReactNode;
  /** Earlier ones are left out. Default: none. */
  readonly since?: number | null;
}

/** Newest first, as they arrive. */
export function EventList({ integrationId, label, empty, since = null }: EventListProps) {
  const { data, error } = useIntegrationEvents(integrationId);
  const items = data?.items.filter(({ value }) => since === null || value.createdAt >= since) ?? [];
  const view = useView({ data: data && { ...data, items }, error });
  return (
    <QueryView
      view={view}
      failed="The last messages can’t be read"
      loading={<Skeleton label="Loading the last messages" shape="text" count={3} />}
      empty={empty}
    >
      {() => (
        <ul className={styles.events} aria-label={label}>
          {items.map(({ value }) => (
            <Event key={value.id} event={value} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Event({
  event: { result, alertId, reason, createdAt, times = 1 },
}: {
  readonly event: IntegrationEvent;
}) {
  const label = resultLabels[result];
  return (
    <li>
      <span>
        {alertId === null ? label : <Link href={links.alert(alertId)}>{label}</Link>}
        {times > 1 ? ` (${times.toLocaleString('en')} messages within a minute)` : null}
        {reason === '' ? null : <span className={styles.reason}>{reason}</span>}
      </span>
      <Ago at={createdAt} />
    </li>
  );
}
