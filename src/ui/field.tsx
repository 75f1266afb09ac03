import { Field as Base } from '@base-ui/react/field';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  /** Keeps the label for screen readers only; for a search box whose place says what it is. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  /** What is wrong and what to do. Takes the hint's place; the line is kept, so nothing below moves. */
  readonly error?: string | undefined;
  /** Says "optional" beside the label. */
  readonly optional?: boolean;
  /** Leaves out the line kept for hint and error; only for fields that have neither. */
  readonly compact?: boolean;
  readonly className?: string | undefined;
  /** One control: TextInput, PasswordInput, TextArea, Select or Combobox. */
  readonly children: ReactNode;
}

/** Label, control, and one line for hint or error, wired together for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hideLabel, hint, error, optional, compact, className, children } = props;
  return (
    <Base.Root className={cx(styles.field, className)} invalid={Boolean(error)}>
      <Base.Label className={cx(styles.label, hideLabel && 'visually-hidden')}>
        {label}
        {optional ? <span className={styles.optional}> optional</span> : null}
      </Base.Label>
      {children}
      {compact && !error && !hint ? null : (
        <div className={styles.message} aria-live="polite">
          {error ? (
            <Base.Error match className={styles.error}>
              <CircleAlert className={styles.errorIcon} />
              {error}
            </Base.Error>
          ) : hint ? (
            <Base.Description className={styles.hint}>{hint}</Base.Description>
          ) : null}
        </div>
      )}
    </Base.Root>
  );
}
