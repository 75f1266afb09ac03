/** Field for a phone number. */
import { Field } from './field.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { TextInput } from './text-input.tsx';

interface PhoneFieldProps {
  readonly value: string;
  onChange(value: string): void;
}

export function PhoneField({ value, onChange }: PhoneFieldProps) {
  return (
    <Field label="Phone number" hint="With the country’s code: +49 170 1234567.">
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        ref={focusOnMount}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The number without separators. */
export const dialled = (number: string): string => number.replaceAll(/[\s()./-]/g, '');
