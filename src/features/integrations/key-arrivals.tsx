/** Live list of messages with a new key. */
import { useId } from 'react';
import type { SenderKind } from '#domain/integration/schema.ts';
import { useView } from '#src/data/client/view.ts';
import { useHeartbeats } from '#src/data/queries/integrations.ts';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { HeartbeatState } from './heartbeat-panel.tsx';
import { EventList } from './integration-events.tsx';
import styles from './integrations.module.css';

interface KeyArrivalsProps {
  readonly integrationId: string;
  readonly kind: SenderKind;
  /** Time at which the key was made; null: with the integration. */
  readonly since: number | null;
}

export function KeyArrivals({ integrationId, kind, since }: KeyArrivalsProps) {
  const headingId = useId();
  return (
    <section className={styles.arrivals} aria-labelledby={headingId}>
      <h3 id={headingId}>{since === null ? 'What arrives with this key' : 'What arrives from now on'}</h3>
      <div role="log" aria-labelledby={headingId}>
        {kind === 'heartbeat' ? (
          <Beats integrationId={integrationId} />
        ) : (
          <EventList
            integrationId={integrationId}
            since={since}
            label="What arrives with the key"
            empty={<p className={styles.waiting}>Waiting for the first message…</p>}
          />
        )}
      </div>
    </section>
  );
}

/** State of the heartbeat: beats are not recorded as messages. */
function Beats({ integrationId }: { readonly integrationId: string }) {
  const { data, error } = useHeartbeats();
  const view = useView({
    data: data && { ...data, items: data.items.filter(({ value }) => value.id === integrationId) },
    error,
  });
  return (
    <QueryView
      view={view}
      failed="The heartbeat can’t be read"
      loading={<Skeleton label="Loading the heartbeat" shape="text" count={2} />}
      empty={<p className={styles.waiting}>Waiting for the first beat…</p>}
    >
      {({ items: [item] }) => (item ? <HeartbeatState heartbeat={item.value} /> : null)}
    </QueryView>
  );
}
