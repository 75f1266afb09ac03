/** An integration by its id, once it and the services are read; else a sentence in its place. */
import type { ReactNode } from 'react';
import type { Integration } from '#domain/integration/schema.ts';
import { allAnswered, useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useIntegrations } from '#src/data/queries/integrations.ts';
import { EntityView } from '#src/components/entity-view.tsx';

interface IntegrationViewProps {
  readonly integrationId: string;
  readonly children: (integration: Integration) => ReactNode;
}

export function IntegrationView({ integrationId, children }: IntegrationViewProps) {
  const { data, error } = useIntegrations();
  // Whether its service is gone is known then.
  const known = allAnswered(useServices());
  const view = useView({ data: known ? data : undefined, error });
  return (
    <EntityView
      view={view}
      id={integrationId}
      noun="integration"
      all={{ label: 'All integrations', href: links.integrations() }}
      missing="The link is of another team, or not complete."
    >
      {children}
    </EntityView>
  );
}
