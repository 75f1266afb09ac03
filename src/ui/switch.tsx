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
  /** Reason of a disabled switch, in the hint's place. */
  readonly disabledReason?: string | false | undefined;
  /** Whether the label is for screen readers only. */
  readonly hideLabel?: boolean;
}

/** Switch that takes effect at once. In forms use Checkbox. */
export const Switch = (props: ToggleProps) => (
  <Labelled {...props} end>
    {(control) => (
      <BaseSwitch.Root {...control} className={styles.switch}>
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    )}
  </Labelled>
);

export const Checkbox = (props: ToggleProps) => (
  <Labelled {...props}>
    {(control) => (
      <BaseCheckbox.Root {...control} className={styles.checkbox}>
        <BaseCheckbox.Indicator className={styles.tick}>
          <Check />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
    )}
  </Labelled>
);

interface Control {
  readonly id: string;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly readOnly: boolean;
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
}

interface LabelledProps extends ToggleProps {
  /** Control after the label. */
  readonly end?: boolean;
  readonly children: (control: Control) => ReactNode;
}

function Labelled(props: LabelledProps) {
  const { label, hint, disabledReason, hideLabel, end, checked, onChange, children } = props;
  const id = useId();
  const below = disabledReason || hint;
  const control = children({
    id,
    checked,
    onCheckedChange: onChange,
    readOnly: Boolean(disabledReason),
    // Else Base UI looks for the label in a layout effect, and renders again in the task of the commit.
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-hint`,
  });
  return (
    <div className={cx(styles.row, end && styles.end, disabledReason && styles.disabled)}>
      {end ? null : control}
      <div className={cx(styles.words, hideLabel && 'visually-hidden')}>
        <label id={`${id}-label`} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {below ? (
          <p id={`${id}-hint`} className={styles.hint}>
            {below}
          </p>
        ) : null}
      </div>
      {end ? control : null}
    </div>
  );
}
