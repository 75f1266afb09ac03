/** The last messages of a sender, and what became of each. Their content is that of their alerts. */
import type { IntegrationEvent } from '#domain/integration/schema.ts';
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

export function IntegrationEvents({ integrationId }: { readonly integrationId: string }) {
  const view = useView(useIntegrationEvents(integrationId));
  return (
    <Panel title="Last messages" frame="box">
      <QueryView
        view={view}
        failed="The last messages can’t be read"
        loading={<Skeleton label="Loading the last messages" shape="text" count={3} />}
        empty={<p>Nothing has been sent with this key in the last week.</p>}
      >
        {({ items }) => (
          <ul className={styles.events} aria-label="Last messages">
            {items.map(({ value }) => (
              <Event key={value.id} event={value} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
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
