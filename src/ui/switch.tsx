import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import Check from 'lucide-react/icons/check';
import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './switch.module.css';

export interface ToggleProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Why it can't be changed; shown in the hint's place. */
  readonly disabledReason?: string | false | undefined;
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean;
}

/** Takes effect at once. For something that is sent with a form, take a Checkbox. */
export function Switch(props: ToggleProps) {
  const { checked, onChange } = props;
  const ids = useLabelIds();
  return (
    <Labelled {...props} {...ids} end>
      <BaseSwitch.Root
        id={ids.id}
        className={styles.switch}
        checked={checked}
        onCheckedChange={onChange}
        readOnly={Boolean(props.disabledReason)}
        aria-describedby={ids.hintId}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </Labelled>
  );
}

export function Checkbox(props: ToggleProps) {
  const { checked, onChange } = props;
  const ids = useLabelIds();
  return (
    <Labelled {...props} {...ids}>
      <BaseCheckbox.Root
        id={ids.id}
        className={styles.checkbox}
        checked={checked}
        onCheckedChange={onChange}
        readOnly={Boolean(props.disabledReason)}
        aria-describedby={ids.hintId}
      >
        <BaseCheckbox.Indicator className={styles.tick}>
          <Check />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
    </Labelled>
  );
}

function useLabelIds() {
  const id = useId();
  return { id, hintId: `${id}-hint` };
}

interface LabelledProps extends Pick<ToggleProps, 'label' | 'hint' | 'disabledReason' | 'hideLabel'> {
  readonly id: string;
  readonly hintId: string;
  readonly end?: boolean;
  readonly children: ReactNode;
}

function Labelled({ id, hintId, label, hint, disabledReason, hideLabel, end, children }: LabelledProps) {
  const below = disabledReason || hint;
  return (
    <div className={cx(styles.row, end && styles.end, disabledReason && styles.disabled)}>
      {end ? null : children}
      <div className={cx(styles.words, hideLabel && 'visually-hidden')}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {below ? (
          <p id={hintId} className={styles.hint}>
            {below}
          </p>
        ) : null}
      </div>
      {end ? children : null}
    </div>
  );
}
