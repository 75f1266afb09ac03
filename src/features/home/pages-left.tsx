/** Pages that the reader still holds after a shift, each with its hand-over to the member now on call. */
import { isHeldBy } from '#domain/page/holder.ts';
import { pageTitle } from '#domain/page/joining.ts';
import type { Page } from '#domain/page/schema.ts';
import { useHandOver } from '#src/data/page-controls.ts';
import { links } from '#src/data/links.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { useMyAcknowledgedPages, useMyOpenPages } from '#src/data/queries/pages.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { SnoozedUntil } from '#src/components/snoozed-until.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './pages-left.module.css';

export interface PagesLeftProps {
  /** User id of the member now on call. */
  readonly to: string;
  readonly pageIds: readonly string[];
}

export function PagesLeft({ to, pageIds }: PagesLeftProps) {
  const { me } = useTeam();
  const open = useMyOpenPages().data;
  const acknowledged = useMyAcknowledgedPages();
  const own = [...(open?.items ?? []).map(({ value }) => value), ...acknowledged].filter(
    (page) => pageIds.includes(page.id) && isHeldBy(page, me.id),
  );
  if (own.length === 0) return open === undefined ? null : <span>None of this is yours any more.</span>;
  return (
    <ul className={styles.pages} aria-label="Still yours">
      {own.map((page) => (
        <PageLeft key={page.id} page={page} to={to} />
      ))}
    </ul>
  );
}

function PageLeft({ page, to }: { readonly page: Page; readonly to: string }) {
  const toasts = useToasts();
  const name = usePeople().name(to);
  const incident = useIncidentById(page.incidentId).data?.value ?? null;
  const { refusal, busy, handOver } = useHandOver(page, toasts);
  const title = incident ? `#${incident.number} ${page.summary}` : pageTitle(page, null);
  return (
    <li className={styles.page}>
      <Link href={incident ? links.incident(incident.number) : links.alertsOfPage(page.id)} look="text">
        {title}
      </Link>
      <SnoozedUntil at={page.snoozedUntilAt} />
      <Button
        size="small"
        aria-label={`Hand over to ${name}: ${title}`}
        disabledReason={refusal}
        busy={busy}
        onClick={() => handOver(to)}
      >
        Hand over to {name}
      </Button>
    </li>
  );
}
