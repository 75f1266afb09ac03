/** Mark of a command that was given here and has no answer yet. */
import Clock from 'lucide-react/icons/clock';
import type { PendingState } from '#src/data/client/commands.ts';
import { pendingText } from '#src/data/client/pending-text.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import styles from './waiting-mark.module.css';

interface WaitingMarkProps {
  readonly state: PendingState;
  /** Text of the first attempt. */
  readonly sending?: string;
}

const short: Readonly<Partial<Record<PendingState, string>>> = {
  retrying: 'Trying again…',
  waiting: 'Waits its turn',
  offline: 'Queued',
};

export function WaitingMark({ state, sending = 'Sending…' }: WaitingMarkProps) {
  const isQueued = state === 'offline' || state === 'waiting';
  return (
    <output className={styles.mark} title={pendingText(state, sending)}>
      {isQueued ? <Clock className={styles.icon} /> : <Spinner />}
      {short[state] ?? sending}
    </output>
  );
}
