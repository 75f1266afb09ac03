/** Screens of webhooks for those who may configure the team; a sentence for the others. */
import type { ReactNode } from 'react';
import { links } from '#src/data/links.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader } from '#src/ui/panel.tsx';

export function ForAdmins({ children }: { readonly children: ReactNode }) {
  const verdict = useMayRun()('saveWebhook');
  if (verdict.allowed) return children;
  return (
    <>
      <PageHeader title="Webhooks and chat rooms" />
      <EmptyState
        title="Webhooks are for admins"
        action={
          <Link href={links.integrations()} look="button">
            All integrations
          </Link>
        }
      >
        {verdict.reason}
      </EmptyState>
    </>
  );
}
