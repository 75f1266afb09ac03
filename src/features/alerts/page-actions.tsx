/** Actions on the page of an alert. */
import type { Page } from '#domain/page/schema.ts';
import { useHandBack, useHandOver, useRepage, useSnooze } from '#src/data/page-controls.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { HandBackButton } from '#src/components/hand-back-button.tsx';
import { HandOverMenu } from '#src/components/hand-over-menu.tsx';
import { RepageButton } from '#src/components/repage-button.tsx';
import { SnoozePageMenu } from '#src/components/snooze-page-menu.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './alerts.module.css';

export function PageActions({ page }: { readonly page: Page }) {
  const toasts = useToasts();
  const incident = useIncidentById(page.incidentId).data?.value ?? null;
  return (
    <div className={styles.pageActions}>
      <HandBackButton {...useHandBack(page, toasts)} />
      <SnoozePageMenu {...useSnooze(page, toasts)} />
      <RepageButton {...useRepage(page, incident, toasts)} />
      <HandOverMenu {...useHandOver(page, toasts)} />
    </div>
  );
}
