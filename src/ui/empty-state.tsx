import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** "No files yet". */
  readonly title: string;
  /** One sentence with the next step. */
  readonly children?: ReactNode;
  /** The button that takes it. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

export interface ErrorStateProps {
  /** What happened. */
  readonly title: string;
  /** What it means. */
  readonly meaning: ReactNode;
  /** What to do. */
  readonly advice?: ReactNode;
  readonly action?: ReactNode;
  /** Code or id for support. */
  readonly detail?: string | undefined;
}

export function ErrorState({ title, meaning, advice, action, detail }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.errorIcon}>
        <TriangleAlert className="icon" />
      </span>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>
        {meaning} {advice}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
      {detail ? <code className={styles.detail}>{detail}</code> : null}
    </div>
  );
}
