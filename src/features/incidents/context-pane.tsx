/** State of the incident: status, severity, roles, pages, alerts. */
import type { Incident } from '#domain/incident/schema.ts';
import type { Service } from '#domain/service/schema.ts';
import { memo } from 'react';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useView } from '#src/data/client/view.ts';
import { Link } from '#src/ui/link.tsx';
import { Panel, PanelBoundary } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import styles from './context-pane.module.css';
import { PagesPanel } from './pages-panel.tsx';
import { PinnedPanel } from './pinned-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { SeverityMenu } from './severity-menu.tsx';
import { StatusPath } from './status-path.tsx';

export const ContextPane = memo(function ContextPane({ incident }: { readonly incident: Incident }) {
  return (
    <>
      <Panel title="Status" flush>
        <StatusPath incident={incident} />
      </Panel>
      <Panel title="Severity" actions={<SeverityMenu incident={incident} />} flush>
        {null}
      </Panel>
      <PanelBoundary title="Pinned">
        <PinnedPanel incident={incident} />
      </PanelBoundary>
      <PanelBoundary title="Roles">
        <RolesPanel incident={incident} />
      </PanelBoundary>
      <PanelBoundary title="Pages">
        <PagesPanel incident={incident} />
      </PanelBoundary>
      <PanelBoundary title="Alerts">
        <AlertsPanel incident={incident} />
      </PanelBoundary>
      <PanelBoundary title="Services">
        <ServicesPanel incident={incident} />
      </PanelBoundary>
    </>
  );
});

function ServicesPanel({ incident }: { readonly incident: Incident }) {
  const services = useView(useServices());
  const { serviceIds } = incident;
  return (
    <Panel title="Services" count={serviceIds.length}>
      {serviceIds.length === 0 ? (
        <p className={styles.quiet}>None was named when it was declared.</p>
      ) : (
        <QueryView
          view={services}
          failed="The services can’t be read"
          loading={<Skeleton label="Loading the services" shape="text" count={serviceIds.length} />}
        >
          {({ items }) => (
            <ul className={styles.services}>
              {serviceIds.map((id) => (
                <li key={id}>
                  <ServiceLink service={items.find(({ value }) => value.id === id)?.value} />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      )}
    </Panel>
  );
}

function ServiceLink({ service }: { readonly service: Service | undefined }) {
  if (service === undefined) return 'A service that is gone';
  return (
    <Link href={links.service(service.id)} look="text">
      {service.name}
    </Link>
  );
}
