/** Maintenance windows of the team: active, planned, and over. */
import Wrench from 'lucide-react/icons/wrench';
import type { Maintenance } from '#domain/maintenance/schema.ts';
import { spanFrom, type WindowSpan } from '#domain/maintenance/window.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useMaintenance, useMaintenanceNow } from '#src/data/queries/maintenance.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './maintenance.module.css';
import { recurrenceWords } from './maintenance-values.ts';

export function MaintenanceScreen() {
  const view = useView(useMaintenance());
  return (
    <div>
      <PageHeader
        title="Maintenance"
        description="Planned times in which alerts are recorded and page nobody."
        actions={<PlanMaintenance />}
      />
      <div className={styles.list}>
        <QueryView
          view={view}
          failed="The maintenance windows can’t be read"
          loading={<Skeleton label="Loading the maintenance windows" shape="rows" count={4} />}
          empty={
            <EmptyState icon={<Wrench className="icon" />} title="No maintenance yet">
              Within a maintenance window the alerts of a service are recorded and page nobody. What still
              fires at its end is paged for then. Incidents go on as always.
            </EmptyState>
          }
          size="screen"
        >
          {({ items }) => <WindowList windows={items.map(({ value }) => value)} />}
        </QueryView>
      </div>
    </div>
  );
}

function PlanMaintenance() {
  const verdict = useMayRun()('saveMaintenance');
  return verdict.allowed ? (
    <Link href={links.newMaintenance()} look="primary">
      Plan maintenance
    </Link>
  ) : (
    <Button variant="primary" disabledReason={verdict.reason}>
      Plan maintenance
    </Button>
  );
}

function WindowList({ windows }: { readonly windows: readonly Maintenance[] }) {
  const now = useMaintenanceNow(windows);
  const scopeOf = useScopeWords();
  const next = new Map(windows.map((window) => [window, spanFrom(window, now)]));
  const unfinished = windows
    .filter((window) => next.get(window))
    .toSorted((one, other) => (next.get(one)?.startsAt ?? 0) - (next.get(other)?.startsAt ?? 0));
  const over = windows.filter((window) => !next.get(window));
  return (
    <List
      label="Maintenance windows"
      items={[...unfinished, ...over]}
      getKey={({ id }) => id}
      getHref={({ id }) => links.maintenanceWindow(id)}
      getTone={(window) => (next.get(window) ? undefined : 'muted')}
      renderRow={(window) => {
        const span = next.get(window) ?? null;
        const isActive = span !== null && span.startsAt <= now;
        return (
          <Row
            title={window.name}
            detail={
              <>
                {scopeOf(window)} · {isActive ? 'until ' : span === null ? '' : 'from '}
                <Time at={timeOf(window, span, isActive)} form="moment" />
                {window.recurrence === null ? '' : ` · ${recurrenceWords(window.recurrence)}`}
              </>
            }
            status={
              isActive ? <Badge tone="caution">Active</Badge> : span === null ? <Badge>Over</Badge> : null
            }
          />
        );
      }}
    />
  );
}

/** End of the window while it is active or once it is over, else its beginning. */
function timeOf(window: Maintenance, span: WindowSpan | null, isActive: boolean): number {
  if (span === null) return window.endedAt ?? window.endsAt;
  return isActive ? span.endsAt : span.startsAt;
}

/** “Payments, Search”, or the whole team. */
export function useScopeWords(): (window: Pick<Maintenance, 'serviceIds'>) => string {
  const services = useServices().data?.items;
  return ({ serviceIds }) =>
    serviceIds === null
      ? 'The whole team'
      : serviceIds
          .map((id) => services?.find(({ value }) => value.id === id)?.value.name ?? 'A service that is gone')
          .join(', ');
}
