import { type ComponentPropsWithRef, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'signal';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** `signal` only where a person is needed now. Default `secondary`. */
  readonly variant?: ButtonVariant;
  /** Default `medium`. */
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: ReactNode;
  /** Label while it waits ("Saving…"); presses are ignored and the size is kept. */
  readonly busy?: string | false | undefined;
  /** Reason of a disabled button, which stays focusable and shows the reason on hover, focus and tap. */
  readonly disabledReason?: string | false | undefined;
  /** Shortcut hint; useKey binds it. */
  readonly shortcut?: string | undefined;
  /** Full width of its container. Default false. */
  readonly wide?: boolean;
}

/** A button without a tooltip, for screens that are fetched without the tooltip's script: sign-in and error screens. */
export const PlainButton = (props: Omit<ButtonProps, 'disabledReason'>): ReactElement =>
  renderButton(props, undefined);

/** The element of a button. `reasonId`: id of the hidden text with the reason for being disabled. */
export function renderButton(
  props: ButtonProps,
  reasonId: string | undefined,
): ReactElement<ComponentPropsWithRef<'button'>> {
  const {
    variant = 'secondary',
    size = 'medium',
    icon,
    busy,
    disabledReason,
    shortcut,
    wide,
    ...rest
  } = props;
  const { className, children, onClick, type = 'button', ...native } = rest;
  const blocked = Boolean(busy) || Boolean(disabledReason);

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event);
  };

  return (
    <button
      {...native}
      type={type}
      className={cx(styles.button, styles[variant], styles[size], wide && styles.wide, className)}
      aria-disabled={blocked || undefined}
      aria-busy={Boolean(busy) || undefined}
      aria-describedby={disabledReason ? reasonId : native['aria-describedby']}
      onClick={press}
    >
      <span className={cx(styles.content, busy && styles.away)}>
        {icon}
        {children ? <span className={styles.label}>{children}</span> : null}
        {shortcut ? <Kbd combo={shortcut} /> : null}
      </span>
      {busy ? (
        <span className={styles.busy}>
          <Spinner />
          <span className={styles.label}>{busy}</span>
        </span>
      ) : null}
      {disabledReason ? (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      ) : null}
    </button>
  );
}
