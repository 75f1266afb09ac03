import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, useMemo, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { FieldContext } from './field-context.ts';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  /** Label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  /** Replaces the hint; the line's space is kept. */
  readonly error?: string | undefined;
  /** Whether "optional" stands beside the label. */
  readonly optional?: boolean;
  /** Whether the line for hint and error is left out; only for fields that have neither. */
  readonly compact?: boolean;
  readonly className?: string | undefined;
  /** A control: TextInput, PasswordInput, TextArea, Select or Combobox. */
  readonly children: ReactNode;
}

/** Label, control and one line for hint or error, connected by ARIA attributes. */
export function Field(props: FieldProps) {
  const { label, hideLabel, hint, error, optional, compact, className, children } = props;
  const id = useId();
  const invalid = Boolean(error);
  const described = invalid || Boolean(hint);
  const wiring = useMemo(
    () => ({ id, labelId: `${id}-label`, messageId: described ? `${id}-message` : undefined, invalid }),
    [id, described, invalid],
  );
  return (
    <FieldContext value={wiring}>
      <div className={cx(styles.field, className)}>
        <label
          id={wiring.labelId}
          htmlFor={id}
          className={cx(styles.label, hideLabel && 'visually-hidden')}
          ref={leadOnly}
        >
          {label}
          {optional ? <span className={styles.optional}> optional</span> : null}
        </label>
        {children}
        {compact && !described ? null : (
          <div className={styles.message} aria-live="polite">
            {error ? (
              <div id={wiring.messageId} className={styles.error}>
                <CircleAlert className={styles.errorIcon} />
                {error}
              </div>
            ) : hint ? (
              <p id={wiring.messageId} className={styles.hint}>
                {hint}
              </p>
            ) : null}
          </div>
        )}
      </div>
    </FieldContext>
  );
}

/** A click on the label focuses its control without pressing it; a double click selects no text. */
function leadOnly(label: HTMLLabelElement | null): (() => void) | undefined {
  const keepSelection = (event: MouseEvent) => {
    if (event.detail > 1) event.preventDefault();
  };
  const focusOnly = (event: MouseEvent) => {
    if (!(label?.control instanceof HTMLButtonElement)) return;
    event.preventDefault();
    label.control.focus();
  };
  label?.addEventListener('mousedown', keepSelection);
  label?.addEventListener('click', focusOnly);
  return () => {
    label?.removeEventListener('mousedown', keepSelection);
    label?.removeEventListener('click', focusOnly);
  };
}
