/** A new schedule. */
import { useLocation } from 'wouter';
import { links } from '#src/data/links.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import styles from './schedule-screen.module.css';

export function NewScheduleScreen() {
  const [, navigate] = useLocation();
  const verdict = useMayRun()('saveSchedule');
  return (
    <div>
      <PageHeader title="Add a schedule" description="Who answers when, taking turns." />
      <div className={styles.page}>
        {verdict.allowed ? (
          <ScheduleForm
            schedule={null}
            onSaved={(id) => navigate(links.schedule(id))}
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
