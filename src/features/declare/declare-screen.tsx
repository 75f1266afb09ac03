import { useSearch } from 'wouter';
import { useAlert } from '#src/data/queries/alerts.ts';
import { explain } from '#src/data/client/errors.ts';
import { links } from '#src/data/links.ts';
import { useShared } from '#src/data/queries/shared-images.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { DeclareForm } from './declare-form.tsx';
import styles from './declare-screen.module.css';

/** Form that declares an incident. `?alert=<id>` fills in fields from an alert and links the alert; `?shared` from another app. */
export function DeclareScreen() {
  const search = new URLSearchParams(useSearch());
  const alertId = search.get('alert');
  const isShared = search.has('shared');
  const { data: shared = null, isPending } = useShared(isShared);
  const { data: alert, error } = useAlert(alertId);
  const may = useMayRun()('declareIncident');
  if (!may.allowed)
    return (
      <>
        <h1 className="visually-hidden">Declare incident</h1>
        <EmptyState
          title="You can’t declare incidents"
          action={
            <Link href={links.incidents()} look="button">
              All incidents
            </Link>
          }
        >
          {may.reason}
        </EmptyState>
      </>
    );
  const gone = alertId !== null && (alert === null || error !== null);
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Declare incident"
        description="Opens a room and pages people. The severity can be changed later, and more people paged."
      />
      <div className={styles.body}>
        {gone ? (
          <Banner kind="caution">
            The alert of this link can’t be read. {error ? explain(error) : 'It may have been removed.'} You
            can declare without it.
          </Banner>
        ) : null}
        {alertId !== null && alert === undefined && !error ? (
          <Skeleton label="Loading the alert" shape="text" count={8} />
        ) : isShared && isPending ? (
          <Skeleton label="Loading what was shared" shape="text" count={8} />
        ) : (
          <DeclareForm key={alert?.value.id ?? 'blank'} alert={alert?.value ?? null} shared={shared} />
        )}
      </div>
    </div>
  );
}
