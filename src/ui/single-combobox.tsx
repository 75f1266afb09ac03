import { Combobox, type ComboboxProps } from './combobox.tsx';

interface SingleComboboxProps extends Omit<ComboboxProps, 'value' | 'onChange'> {
  /** The chosen id. Empty: none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** One of many, found by typing. A pressed option replaces the chosen one; the chosen one stays when it is pressed again. */
export const SingleCombobox = ({ value, onChange, ...props }: SingleComboboxProps) => (
  <Combobox
    {...props}
    keepsLast
    value={value === '' ? [] : [value]}
    onChange={(ids) => onChange(ids.at(-1) ?? '')}
  />
);
