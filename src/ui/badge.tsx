import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './badge.module.css';

export interface BadgeProps {
  /** `signal` only where a person is needed now. Default `neutral`. */
  readonly tone?: 'neutral' | 'accent' | 'good' | 'caution' | 'danger' | 'signal';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A short label or number. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
