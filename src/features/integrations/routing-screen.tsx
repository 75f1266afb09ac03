/** Screen of an integration's routing rules. */
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useRouting } from '#src/data/queries/routing.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EmptyState, ErrorState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { NotSeen } from '#src/ui/not-seen.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { Integration } from '#domain/integration/schema.ts';
import { IntegrationView } from './integration-view.tsx';
import { RoutingForm } from './routing-form.tsx';
import { senderNames } from './senders.ts';

export function RoutingScreen({ integrationId }: { readonly integrationId: string }) {
  return (
    <IntegrationView integrationId={integrationId}>
      {(integration) => <RoutingPage key={integrationId} integration={integration} />}
    </IntegrationView>
  );
}

function RoutingPage({ integration }: { readonly integration: Integration }) {
  const { id, name, kind, revokedAt } = integration;
  const verdict = useMayRun()('saveRouting');
  return (
    <div>
      <PageHeader
        title={`Routing rules of ${name}`}
        description={`${senderNames[kind]}: one key for many services.`}
        actions={
          <Link href={links.integration(id)} look="button">
            The integration
          </Link>
        }
      />
      {!verdict.allowed ? (
        <EmptyState title="You can’t see the routing rules">{verdict.reason}</EmptyState>
      ) : kind === 'heartbeat' ? (
        <EmptyState title="A heartbeat has no rules">It has one alert, of one service.</EmptyState>
      ) : (
        <LoadedRouting
          integration={integration}
          disabledReason={revokedAt !== null && 'Its key was revoked. Add a new integration in its place.'}
        />
      )}
    </div>
  );
}

interface LoadedRoutingProps {
  readonly integration: Integration;
  readonly disabledReason: string | false;
}

function LoadedRouting({ integration, disabledReason }: LoadedRoutingProps) {
  const { data: routing, failure } = useView(useRouting(integration.id));
  const services = useServices().data?.items.map(({ value }) => value) ?? [];
  if (failure?.notSeen && routing === undefined) return <NotSeen size="screen" />;
  if (failure)
    return (
      <ErrorState
        title="The rules can’t be read"
        meaning="Alerts of this key go to its default meanwhile. Reload; if it stays, an admin can see it under Diagnostics."
      />
    );
  if (routing === undefined) return <Skeleton label="Loading the rules" shape="rows" count={4} />;
  return <RoutingForm routing={routing?.value ?? null} {...{ integration, services, disabledReason }} />;
}
