/** Screen of one service: team, recipients of a page now, open work, dependencies. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Service } from '#domain/service/schema.ts';
import { links } from '#src/data/links.ts';
import { useActiveAlerts, useServices } from '#src/data/queries/alerts.ts';
import { useLiveIncidents } from '#src/data/queries/incidents.ts';
import { useOverrides, usePolicies, useSchedules } from '#src/data/queries/on-call.ts';
import { useRunbooks } from '#src/data/queries/runbooks.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { allAnswered, useView } from '#src/data/client/view.ts';
import { EntityView } from '#src/components/entity-view.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { ServiceForm } from './service-form.tsx';
import { ServiceRemoval } from './service-removal.tsx';
import { ServiceSummary } from './service-summary.tsx';
import { ServiceAlerts, ServiceIncidents, ServiceRunbooks } from './service-work.tsx';
import styles from './services.module.css';
import { WhoIsPaged } from './who-is-paged.tsx';

export function ServiceScreen({ serviceId }: { readonly serviceId: string }) {
  const services = useServices();
  const answered = allAnswered(
    useActiveAlerts(),
    useLiveIncidents(),
    useRunbooks(),
    usePolicies(),
    useSchedules(),
    useOverrides(),
  );
  const view = useView({ data: answered ? services.data : undefined, error: services.error });
  return (
    <EntityView
      view={view}
      id={serviceId}
      noun="service"
      all={{ label: 'All services', href: links.services() }}
    >
      {(service, { items }) => (
        <ServicePage key={serviceId} service={service} all={items.map(({ value }) => value)} />
      )}
    </EntityView>
  );
}

interface ServicePageProps {
  readonly service: Service;
  readonly all: readonly Service[];
}

function ServicePage({ service, all }: ServicePageProps) {
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [, navigate] = useLocation();
  const verdict = useMayRun()('saveService');
  const disabledReason = !verdict.allowed && verdict.reason;
  return (
    <div>
      <PageHeader
        title={service.name}
        description={service.description}
        actions={
          editing ? undefined : (
            <>
              {verdict.allowed ? (
                <Link href={links.newMaintenance({ service: service.id })} look="button">
                  Plan maintenance
                </Link>
              ) : null}
              <Button disabledReason={disabledReason} onClick={() => setEditing(true)}>
                Edit
              </Button>
            </>
          )
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Panel title={editing ? 'Edit the service' : 'Overview'} frame="box">
            {editing ? (
              <ServiceForm
                service={service}
                onSaved={() => setEditing(false)}
                onCancel={() => setEditing(false)}
              />
            ) : (
              <ServiceSummary service={service} all={all} />
            )}
          </Panel>
          <ServiceAlerts serviceId={service.id} />
          <ServiceIncidents serviceId={service.id} />
          <Panel title="Danger zone" frame="box">
            <div className={styles.danger}>
              <p>Without the service its alerts page nobody.</p>
              <Button variant="danger" disabledReason={disabledReason} onClick={() => setRemoving(true)}>
                Remove {service.name}…
              </Button>
            </div>
          </Panel>
        </div>
        <div className={styles.side}>
          <WhoIsPaged service={service} />
          <ServiceRunbooks serviceId={service.id} />
        </div>
      </div>
      {removing ? (
        <ServiceRemoval
          service={service}
          all={all}
          onClose={() => setRemoving(false)}
          onRemoved={() => navigate(links.services())}
        />
      ) : null}
    </div>
  );
}
