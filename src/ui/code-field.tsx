import { focusOnMount } from './focus-on-mount.ts';
import styles from './code-field.module.css';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

export interface CodeFieldProps {
  readonly value: string;
  readonly hint?: string;
  /** Default true: the code is what the person came to type. */
  readonly focus?: boolean;
  onChange(code: string): void;
}

/** Field for six digits; removes pasted spaces. */
export function CodeField({ value, hint, focus = true, onChange }: CodeFieldProps) {
  return (
    <Field label="Code" hint={hint}>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        className={styles.digits}
        ref={focus ? focusOnMount : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
      />
    </Field>
  );
}
