/** In the place of what this device has not read while it was connected. */
import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import styles from './not-seen.module.css';

export interface NotSeenProps {
  /** Title. Default "Not seen on this device yet". */
  readonly title?: string;
  /** `panel` for a part among others, `screen` where it is all of the screen. */
  readonly size: 'panel' | 'screen';
  /** Of a screen: a way on. */
  readonly action?: ReactNode;
}

export function NotSeen({ title = 'Not seen on this device yet', size, action }: NotSeenProps) {
  const text = 'It loads when you are connected.';
  if (size === 'screen')
    return (
      <EmptyState icon={<CloudOff className="icon" />} title={title} action={action}>
        {text}
      </EmptyState>
    );
  return (
    <p className={styles.text}>
      {title}. {text}
    </p>
  );
}
