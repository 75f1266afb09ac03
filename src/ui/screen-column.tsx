import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './screen-column.module.css';

export interface ScreenColumnProps {
  /** Width of at most 760, 880 or 960 px; `full`: no limit. Default `normal`. */
  readonly width?: 'narrow' | 'normal' | 'wide' | 'full';
  /** A PageHeader first, then panels. */
  readonly children: ReactNode;
}

/** A screen that is one column of panels under its header. */
export function ScreenColumn({ width = 'normal', children }: ScreenColumnProps) {
  return <div className={cx(styles.column, styles[width])}>{children}</div>;
}
