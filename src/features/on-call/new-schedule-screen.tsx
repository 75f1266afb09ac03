/** A new schedule. */
import { useLocation, useSearchParams } from 'wouter';
import { beginningOf, links } from '#src/data/links.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import styles from './schedule-screen.module.css';

export function NewScheduleScreen() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const beginning = beginningOf(params);
  const { all: members, failure } = usePeople();
  const verdict = useMayRun()('saveSchedule');
  return (
    <div>
      <PageHeader title="Add a schedule" description="Who answers when, taking turns." />
      <div className={styles.page}>
        {verdict.allowed && beginning !== null && members.length === 0 && failure === null ? (
          <Skeleton label="Loading the members" shape="rows" count={4} />
        ) : verdict.allowed ? (
          <ScheduleForm
            schedule={null}
            sample={beginning === null ? null : members}
            onSaved={(id) => navigate(beginning === 'setup' ? links.home() : links.schedule(id))}
            onCancel={() => navigate(links.onCall())}
          />
        ) : (
          <EmptyState
            title="You can’t add schedules"
            action={
              <Link href={links.onCall()} look="button">
                On call
              </Link>
            }
          >
            {verdict.reason}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
