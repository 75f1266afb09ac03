/** Foot of a form: its problem, a conflict with a newer version, Cancel and the button that saves. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import styles from './form-foot.module.css';
import { ProblemText } from './problem.tsx';

export interface FormFootProps {
  readonly problem: string | null;
  readonly busy: string | false;
  /** The save waits for the connection. */
  readonly queued: boolean;
  /** Default: "Queued: saved when the connection is back." */
  readonly queuedNote?: string;
  readonly disabledReason: string | false;
  /** Null: nobody else changed it. */
  readonly newer: { keep(): void; discard(): void } | null;
  /** Sentences on what is different in the newer version. Default: none. */
  readonly differences?: readonly string[];
  readonly submitLabel: string;
  readonly forget: () => void;
  /** Called once the draft is forgotten. Absent: no Cancel. */
  readonly onCancel?: () => void;
  /** Further buttons, before the one that saves. */
  readonly children?: ReactNode;
}

export function FormFoot({
  problem,
  busy,
  queued,
  queuedNote = 'Queued: saved when the connection is back.',
  disabledReason,
  newer,
  differences = [],
  submitLabel,
  forget,
  onCancel,
  children,
}: FormFootProps) {
  return (
    <div>
      {newer && <ChangedMeanwhile differences={differences} keep={newer.keep} discard={newer.discard} />}
      <ProblemText text={problem} />
      <div className={styles.foot}>
        {onCancel && (
          <Button
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        {children}
        <Button type="submit" variant="primary" busy={busy} disabledReason={disabledReason}>
          {submitLabel}
        </Button>
        {queued ? <output className={styles.queued}>{queuedNote}</output> : null}
      </div>
    </div>
  );
}
