/** A new service. */
import { useLocation, useSearchParams } from 'wouter';
import { beginningOf, links } from '#src/data/links.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ServiceForm } from './service-form.tsx';
import styles from './services.module.css';

export function NewServiceScreen() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const beginning = beginningOf(params);
  const { data: policies, error } = usePolicies();
  const [only, ...others] = policies?.items ?? [];
  const verdict = useMayRun()('saveService');
  return (
    <div>
      <PageHeader title="Add a service" description="What can break, and who is paged when it does." />
      <div className={styles.page}>
        {verdict.allowed && policies === undefined && error === null ? (
          <Skeleton label="Loading the policies" shape="rows" count={4} />
        ) : verdict.allowed ? (
          <ServiceForm
            service={null}
            policyId={only && others.length === 0 ? only.value.id : null}
            onSaved={(id) => navigate(beginning === 'setup' ? links.home() : links.service(id))}
            onCancel={() => navigate(links.services())}
          />
        ) : (
          <EmptyState
            title="You can’t add services"
            action={
              <Link href={links.services()} look="button">
                All services
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
