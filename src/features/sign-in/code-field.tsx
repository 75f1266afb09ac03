import { Field } from '#src/ui/field.tsx';
import { focusOnMount } from '#src/ui/focus-on-mount.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './sign-in.module.css';

interface CodeFieldProps {
  readonly value: string;
  readonly hint?: string;
  onChange(code: string): void;
}

/** Six digits, large; what is pasted with spaces is taken without them. */
export function CodeField({ value, hint, onChange }: CodeFieldProps) {
  return (
    <Field label="Code" hint={hint}>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        className={styles.digits}
        ref={focusOnMount}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
      />
    </Field>
  );
}
