/** The team's settings: a list of sections beside the open one; on a phone first the list, then the section. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { links } from '#src/data/links.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { cx } from '#src/ui/cx.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader, PanelBoundary } from '#src/ui/panel.tsx';
import { settingsSections, type SettingsSection } from './sections.tsx';
import styles from './settings.module.css';

export interface SettingsScreenProps {
  /** A section's id; null: the first one at a desk, the list on a phone. */
  readonly section: string | null;
}

export function SettingsScreen({ section }: SettingsScreenProps) {
  const { team } = useTeam();
  const open = settingsSections.find(({ id }) => id === (section ?? settingsSections[0]?.id));
  return (
    <div className={cx(section === null ? styles.atList : styles.atSection)}>
      <PageHeader title="Settings" description={team.name} />
      <div className={styles.columns}>
        <nav aria-label="Settings" className={styles.sections}>
          <ul>
            {settingsSections.map((one) => (
              <SectionLink key={one.id} section={one} current={one === open} />
            ))}
          </ul>
        </nav>
        <div className={styles.content}>
          <p className={styles.back}>
            <Link href={links.settings()} look="text">
              <ChevronLeft className="icon" /> All settings
            </Link>
          </p>
          {open ? (
            <PanelBoundary key={open.id} title={open.title}>
              <open.Content />
            </PanelBoundary>
          ) : (
            <EmptyState title="There is no such section">
              Choose one of the settings in the list. The address may be of an older version.
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  );
}

function SectionLink({
  section: { id, title, hint, icon: Icon },
  current,
}: {
  readonly section: SettingsSection;
  readonly current: boolean;
}) {
  return (
    <li>
      <Link
        href={links.settings(id)}
        className={cx(styles.section, current && styles.current)}
        aria-current={current ? 'page' : undefined}
      >
        <Icon className="icon" />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span> <span className={styles.hint}>{hint}</span>
        </span>
        <ChevronRight className={cx('icon', styles.more)} />
      </Link>
    </li>
  );
}
