import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** "No files yet". */
  readonly title: string;
  /** A sentence with the next step. */
  readonly children?: ReactNode;
  /** The button that takes it. */
  readonly action?: ReactNode;
}

export const EmptyState = (props: EmptyStateProps) => <State {...props} />;

export interface ErrorStateProps {
  /** The failure. */
  readonly title: string;
  /** Consequence of the error. */
  readonly meaning: ReactNode;
  /** Advice. */
  readonly advice?: ReactNode;
  readonly action?: ReactNode;
  /** Code or id for support. */
  readonly detail?: string | undefined;
}

export const ErrorState = ({ meaning, advice, ...props }: ErrorStateProps) => (
  <State {...props} failed icon={<TriangleAlert className="icon" />}>
    {meaning} {advice}
  </State>
);

type StateProps = EmptyStateProps & Pick<ErrorStateProps, 'detail'> & { readonly failed?: boolean };

function State({ icon, title, children, action, detail, failed }: StateProps) {
  return (
    <div className={styles.state} role={failed ? 'alert' : undefined}>
      {icon ? <span className={failed ? styles.errorIcon : styles.icon}>{icon}</span> : null}
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
      {detail ? <code className={styles.detail}>{detail}</code> : null}
    </div>
  );
}
