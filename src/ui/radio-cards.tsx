import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './radio-cards.module.css';

export interface RadioOption<Value extends string | number> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export interface RadioProps<Value extends string | number> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly options: readonly RadioOption<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

/** Choice of one of a few options, each with an explanation. */
export function RadioCards<Value extends string | number>(props: RadioProps<Value>) {
  return <Group {...props} look="cards" />;
}

/** Choice of one of two to four short labels, such as a filter. */
export function SegmentedControl<Value extends string | number>(props: RadioProps<Value>) {
  return <Group {...props} look="segments" />;
}

function Group<Value extends string | number>(
  props: RadioProps<Value> & { readonly look: 'cards' | 'segments' },
) {
  const { label, hideLabel, options, value, onChange, look } = props;
  const labelId = useId();
  return (
    <div className={styles.group}>
      <span id={labelId} className={cx(styles.legend, hideLabel && 'visually-hidden')}>
        {label}
      </span>
      <RadioGroup<Value | null>
        aria-labelledby={labelId}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
        className={styles[look]}
      >
        {options.map((option) => (
          <label key={option.value} className={look === 'cards' ? styles.card : styles.segment}>
            <Radio.Root value={option.value} className={look === 'cards' ? styles.radio : styles.invisible}>
              <Radio.Indicator className={styles.dot} />
            </Radio.Root>
            <span>
              <span className={styles.label}>{option.label}</span>
              {option.hint ? <span className={styles.hint}>{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  );
}
