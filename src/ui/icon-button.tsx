import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { type ButtonProps, PlainButton } from './plain-button.tsx';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide' | 'busy'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A square button with an icon, a name and a tooltip. Quiet unless said otherwise. */
export function IconButton(props: IconButtonProps): ReactElement {
  const { label, icon, shortcut, className, variant = 'quiet', ...rest } = props;
  const button = (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      icon={icon}
      className={cx(styles.square, className)}
    />
  );
  if (rest.disabledReason) return button;
  return (
    <Tooltip content={label} shortcut={shortcut}>
      {button}
    </Tooltip>
  );
}

/** The same in a row of a list: its tooltip is the list's, a ListTooltip around it. */
export const RowIconButton = (props: Omit<IconButtonProps, 'disabledReason' | 'shortcut'>): ReactElement => {
  const { label, className, variant = 'quiet', ...rest } = props;
  return (
    <PlainButton
      {...rest}
      variant={variant}
      aria-label={label}
      data-tooltip={label}
      className={cx(styles.square, className)}
    />
  );
};
