/** Field of a form with its control and its error. */
import type { ReactNode } from 'react';
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from 'react-hook-form';
import { Field, type FieldProps } from './field.tsx';
import { firstMessage } from './first-message.ts';
import { TextInput, type TextInputProps } from './text-input.tsx';

export interface FormFieldProps<V extends FieldValues, N extends FieldPath<V>> extends Omit<
  FieldProps,
  'children'
> {
  readonly control: Control<V>;
  readonly name: N;
  readonly children: (field: ControllerRenderProps<V, N>) => ReactNode;
}

/** `error` shows while the form has none for the field. */
export function FormField<V extends FieldValues, N extends FieldPath<V>>(props: FormFieldProps<V, N>) {
  const { control, name, error, children, ...frame } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...frame} error={firstMessage(fieldState.error) ?? error}>
      {children(field)}
    </Field>
  );
}

export interface NumberInputProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'value' | 'onChange'> {
  /** NaN: empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export const NumberInput = ({ value, onChange, ...input }: NumberInputProps) => (
  <TextInput
    {...input}
    type="number"
    inputMode="numeric"
    value={Number.isNaN(value) ? '' : value}
    onChange={(event) => onChange(event.target.valueAsNumber)}
  />
);
