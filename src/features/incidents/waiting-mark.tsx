/** Mark of a command that was given here and has no answer yet. */
import Clock from 'lucide-react/icons/clock';
import { useConnected } from '#src/data/client/connection.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import styles from './waiting-mark.module.css';

export function WaitingMark({ sending = 'Sending…' }: { readonly sending?: string }) {
  const offline = useConnected() === false;
  return (
    <output className={styles.mark}>
      {offline ? <Clock className={styles.icon} /> : <Spinner />}
      {offline ? 'Queued' : sending}
    </output>
  );
}
