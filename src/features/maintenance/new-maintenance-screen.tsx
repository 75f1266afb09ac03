/** A new maintenance window, prefilled from a service or an alert. */
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useClock } from '#src/data/client/clock.tsx';
import { links } from '#src/data/links.ts';
import { useAlert } from '#src/data/queries/alerts.ts';
import { useMayRun, useTeam } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import styles from './maintenance.module.css';
import { MaintenanceForm } from './maintenance-form.tsx';
import { newMaintenanceValues, type Prefilled } from './maintenance-values.ts';

export function NewMaintenanceScreen() {
  const [params] = useSearchParams();
  const verdict = useMayRun()('saveMaintenance');
  const alertId = params.get('alert');
  const serviceId = params.get('service');
  return (
    <div>
      <PageHeader
        title="Plan maintenance"
        description="A time in which alerts are recorded and page nobody."
      />
      <div className={styles.page}>
        {!verdict.allowed ? (
          <EmptyState
            title="You can’t plan maintenance"
            action={
              <Link href={links.maintenance()} look="button">
                All maintenance
              </Link>
            }
          >
            {verdict.reason}
          </EmptyState>
        ) : alertId === null ? (
          <NewForm prefilled={{ serviceIds: serviceId === null ? [] : [serviceId], matchers: [] }} />
        ) : (
          <OfAlert alertId={alertId} />
        )}
      </div>
    </div>
  );
}

/** Form for an alert: its service, and the label that names what fires. */
function OfAlert({ alertId }: { readonly alertId: string }) {
  const { data, error } = useAlert(alertId);
  if (data === undefined && !error) return <Skeleton label="Loading the alert" shape="text" count={3} />;
  const alert = data?.value;
  const label = ['alertname', 'rule', 'class', 'component'].find((name) => alert && name in alert.labels);
  const serviceIds = alert?.serviceId ? [alert.serviceId] : [];
  const matchers = label === undefined ? [] : [{ label, value: alert?.labels[label] ?? '' }];
  return <NewForm prefilled={{ serviceIds, matchers }} />;
}

function NewForm({ prefilled }: { readonly prefilled: Prefilled }) {
  const [, navigate] = useLocation();
  const clock = useClock();
  const { team } = useTeam();
  const [start] = useState(() => newMaintenanceValues(prefilled, clock.now(), team.timezone));
  return (
    <MaintenanceForm
      window={null}
      start={start}
      onSaved={(id) => navigate(links.maintenanceWindow(id))}
      onCancel={() => navigate(links.maintenance())}
    />
  );
}
