import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useFieldProps } from './field-context.ts';
import iconButton from './icon-button.module.css';
import { PlainButton } from './plain-button.tsx';
import styles from './text-input.module.css';

export interface TextInputProps extends ComponentPropsWithRef<'input'> {
  /** An icon before the text. */
  readonly leading?: ReactNode;
  /** A button or hint after the text. */
  readonly trailing?: ReactNode;
}

/** Text input of a single line. Put it in a Field, or give it an `aria-label`. Spreads react-hook-form's `register()`. */
export function TextInput({ leading, trailing, className, ...input }: TextInputProps) {
  const field = useFieldProps();
  return (
    <span className={cx(styles.box, className)}>
      {leading ? <span className={styles.leading}>{leading}</span> : null}
      <input type="text" autoComplete="off" {...field} {...input} className={styles.input} />
      {trailing ? <span className={styles.trailing}>{trailing}</span> : null}
    </span>
  );
}

/** Password with a show button. For new passwords set `autoComplete="new-password"`. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const label = shown ? 'Hide password' : 'Show password';
  return (
    <TextInput
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <PlainButton
          variant="quiet"
          size="small"
          className={iconButton.square}
          aria-label={label}
          title={label}
          icon={shown ? <EyeOff className="icon" /> : <Eye className="icon" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

export interface TextAreaProps extends ComponentPropsWithRef<'textarea'> {
  /** Lines shown when empty; grows with the text up to `maxRows`. Default 3. */
  readonly rows?: number;
  /** Default 12. */
  readonly maxRows?: number;
}

/** Text of several lines that grows with what is written. */
export function TextArea({ rows = 3, maxRows = 12, className, style, ...area }: TextAreaProps) {
  const field = useFieldProps();
  return (
    <textarea
      rows={rows}
      {...field}
      {...area}
      className={cx(styles.box, styles.area, className)}
      style={{ ...style, '--rows': rows, '--max-rows': maxRows } as typeof style}
    />
  );
}
