/** A new service. */
import { useLocation } from 'wouter';
import { links } from '#src/data/links.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { ServiceForm } from './service-form.tsx';
import styles from './services.module.css';

export function NewServiceScreen() {
  const [, navigate] = useLocation();
  const verdict = useMayRun()('saveService');
  return (
    <div>
      <PageHeader title="Add a service" description="What can break, and who is paged when it does." />
      <div className={styles.page}>
        {verdict.allowed ? (
          <ServiceForm
            service={null}
            onSaved={(id) => navigate(links.service(id))}
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
