/** Alert senders of the team: their service, their key’s last characters, and when they last sent. */
import Plug from 'lucide-react/icons/plug';
import { lastMessageAt } from '#domain/heartbeat/transitions.ts';
import type { Integration } from '#domain/integration/schema.ts';
import { allAnswered, useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useHeartbeats, useIntegrations } from '#src/data/queries/integrations.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago } from '#src/ui/time.tsx';
import styles from './integrations.module.css';
import { senderNames } from './senders.ts';

export function IntegrationsScreen() {
  const { data, error } = useIntegrations();
  // Details of rows appear together with them: rows would grow otherwise.
  const detailed = allAnswered(useServices(), useHeartbeats());
  const view = useView({ data: detailed ? data : undefined, error });
  return (
    <div>
      <PageHeader
        title="Integrations"
        description="The machines that may raise alerts here, each with a key of its own."
        actions={
          <>
            <Link href={links.webhooks()} look="button">
              Webhooks and chat rooms
            </Link>
            {view.data?.items.length === 0 ? null : <AddIntegration />}
          </>
        }
      />
      <div className={styles.list}>
        <QueryView
          view={view}
          failed="The integrations can’t be read"
          loading={<Skeleton label="Loading the integrations" shape="rows" count={4} />}
          empty={
            <EmptyState
              icon={<Plug className="icon" />}
              title="No integrations yet"
              action={<AddIntegration />}
            >
              An integration is a key with which Alertmanager, Grafana, or a sender of PagerDuty’s events
              raises alerts for one of your services.
            </EmptyState>
          }
          size="screen"
        >
          {({ items }) => <IntegrationList items={items.map(({ value }) => value)} />}
        </QueryView>
      </div>
    </div>
  );
}

function AddIntegration() {
  const verdict = useMayRun()('createIntegration');
  return verdict.allowed ? (
    <Link href={links.newIntegration()} look="primary">
      Add an integration
    </Link>
  ) : (
    <Button variant="primary" disabledReason={verdict.reason}>
      Add an integration
    </Button>
  );
}

function IntegrationList({ items }: { readonly items: readonly Integration[] }) {
  const services = useServices().data?.items;
  const nameOf = (id: string) =>
    services?.find(({ value }) => value.id === id)?.value.name ?? (services ? 'A service that is gone' : '');
  const heartbeats = useHeartbeats().data?.items;
  const lastAt = (integration: Integration) =>
    lastMessageAt(integration, heartbeats?.find(({ value }) => value.id === integration.id)?.value);
  const inUse = items.filter(({ revokedAt }) => revokedAt === null);
  const revoked = items.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <List
      label="Integrations"
      items={[...inUse, ...revoked]}
      getKey={({ id }) => id}
      getHref={({ id }) => links.integration(id)}
      getTone={({ revokedAt }) => (revokedAt === null ? undefined : 'muted')}
      renderRow={(integration) => (
        <IntegrationRow
          integration={integration}
          serviceName={nameOf(integration.serviceId)}
          lastAt={lastAt(integration)}
        />
      )}
    />
  );
}

interface IntegrationRowProps {
  readonly integration: Integration;
  readonly serviceName: string;
  /** Time of the last message; null for none. */
  readonly lastAt: number | null;
}

const IntegrationRow = ({
  integration: { name, kind, keyEnding, revokedAt },
  serviceName,
  lastAt,
}: IntegrationRowProps) => (
  <Row
    title={name}
    detail={`${senderNames[kind]} · for ${serviceName} · key …${keyEnding}`}
    status={
      revokedAt !== null ? (
        <Badge>Revoked</Badge>
      ) : lastAt === null ? (
        <span className={styles.muted}>{kind === 'heartbeat' ? 'No beat yet' : 'No message yet'}</span>
      ) : null
    }
    when={lastAt === null ? null : <Ago at={lastAt} />}
  />
);
