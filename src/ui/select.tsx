import { Select as Base } from '@base-ui/react/select';
import Check from 'lucide-react/icons/check';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useFieldLabel, useFieldProps } from './field-context.ts';
import popup from './popup.module.css';
import styles from './select.module.css';

export interface SelectOption<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Replaces the label on screen, such as an icon with a word; `label` is still what is typed to find it. */
  readonly show?: ReactNode;
}

export interface SelectProps<Value extends string | number> {
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  /** Needed outside a Field. */
  readonly 'aria-label'?: string;
  readonly className?: string | undefined;
}

/** Choice of one of a few. For more than about twelve take a Combobox. */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { options, value, onChange, placeholder = 'Choose', className } = props;
  const chosen = options.find((option) => option.value === value);
  const field = useFieldProps();
  const labelledBy = useFieldLabel();
  return (
    <Base.Root<Value>
      items={options}
      value={value}
      onValueChange={(next, { reason }) => {
        // Base UI goes back to the first value when the option of the present one is gone: nobody has chosen that.
        const isGone = value !== null && !chosen && reason === 'none';
        if (next !== null && !isGone) onChange(next);
      }}
    >
      <Base.Trigger
        {...field}
        className={cx(styles.trigger, className)}
        {...(labelledBy === undefined
          ? { 'aria-label': props['aria-label'] }
          : { 'aria-labelledby': labelledBy })}
      >
        <span className={cx(styles.value, !chosen && styles.placeholder)}>
          {chosen ? (chosen.show ?? chosen.label) : placeholder}
        </span>
        <Base.Icon className={styles.icon}>
          <ChevronsUpDown className="icon" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={popup.popup}>
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  className={popup.item}
                >
                  <span className={popup.words}>
                    <Base.ItemText>{option.show ?? option.label}</Base.ItemText>
                    {option.hint ? <span className={popup.hint}>{option.hint}</span> : null}
                  </span>
                  <span className={popup.check}>
                    <Base.ItemIndicator>
                      <Check className="icon" />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
