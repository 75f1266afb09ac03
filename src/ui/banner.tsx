import CloudOff from 'lucide-react/icons/cloud-off';
import Info from 'lucide-react/icons/info';
import Megaphone from 'lucide-react/icons/megaphone';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

export interface BannerProps {
  readonly kind: 'info' | 'announcement' | 'offline' | 'caution' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Absent: the banner can't be dismissed. */
  readonly onDismiss?: () => void;
  /** `strip` spans the window above all, `box` stands among content. Default `box`. */
  readonly form?: 'strip' | 'box';
}

const icons = {
  info: <Info className="icon" />,
  announcement: <Megaphone className="icon" />,
  offline: <CloudOff className="icon" />,
  caution: <TriangleAlert className="icon" />,
  danger: <TriangleAlert className="icon" />,
};

/** A temporary message in one line. */
export function Banner({ kind, children, action, onDismiss, form = 'box' }: BannerProps) {
  return (
    <output className={cx(styles.banner, styles[kind], styles[form])}>
      <span className={styles.icon}>{icons[kind]}</span>
      <div className={styles.text}>{children}</div>
      {action}
      {onDismiss ? (
        <IconButton label="Dismiss" icon={<X className="icon" />} size="small" onClick={onDismiss} />
      ) : null}
    </output>
  );
}
