/** A new escalation policy. */
import { useLocation, useSearchParams } from 'wouter';
import { beginningOf, links } from '#src/data/links.ts';
import { useSchedules } from '#src/data/queries/on-call.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { PolicyForm } from './policy-form.tsx';
import styles from './policies.module.css';

export function NewPolicyScreen() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const beginning = beginningOf(params);
  const verdict = useMayRun()('savePolicy');
  const { data, error } = useSchedules();
  return (
    <div>
      <PageHeader title="Add a policy" description="Who is paged, and who next if nobody answers." />
      <div className={styles.page}>
        {!verdict.allowed ? (
          <EmptyState
            title="You can’t add policies"
            action={
              <Link href={links.policies()} look="button">
                All policies
              </Link>
            }
          >
            {verdict.reason}
          </EmptyState>
        ) : data === undefined && error === null ? (
          <Skeleton label="Loading the schedules" shape="rows" count={4} />
        ) : (
          <PolicyForm
            policy={null}
            sample={beginning !== null}
            onSaved={(id) => navigate(beginning === 'setup' ? links.home() : links.policy(id))}
            onCancel={() => navigate(links.policies())}
          />
        )}
      </div>
    </div>
  );
}
