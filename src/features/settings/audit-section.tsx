/** The way to the audit. */
import { constants } from '#domain/constants.ts';
import { links } from '#src/data/links.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './settings.module.css';

export function AuditSection() {
  const verdict = useMay()('readAudit');
  return (
    <Panel title="Audit" frame="box">
      <div className={styles.form}>
        <p>
          Each command that somebody gives is kept for {constants.auditDays} days: who, when, and what was
          there before and after.
        </p>
        <div className={styles.foot}>
          {verdict.allowed ? (
            <Link href={links.audit()} look="button">
              Open the audit
            </Link>
          ) : (
            <Button disabledReason={verdict.reason}>Open the audit</Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
