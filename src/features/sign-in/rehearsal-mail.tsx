/** In a rehearsal nothing leaves the browser: the message that would have been sent can be opened here. */
import { useQuery } from '@tanstack/react-query';
import type { Control } from '#ports/control.ts';
import { useControl } from '#src/live/ports.tsx';
import styles from './sign-in.module.css';

interface RehearsalMailProps {
  /** The address or number it went to. */
  readonly to: string;
  /** What the link in it does: "Sign in". */
  readonly action: string;
}

export function RehearsalMail(props: RehearsalMailProps) {
  const control = useControl();
  return control && <Mail {...props} control={control} />;
}

function Mail({ to, action, control }: RehearsalMailProps & { readonly control: Control }) {
  const { data: messages } = useQuery({
    queryKey: ['sent-to', to],
    queryFn: () => control.inbox(),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const message = messages?.find((one) => one.to.toLowerCase() === to.trim().toLowerCase());
  return (
    <aside className={styles.mail} aria-label="Rehearsal">
      <p>
        This is a rehearsal: nothing leaves this browser.{' '}
        {messages !== undefined &&
          (message ? 'Here is what would have been sent.' : 'Nothing would have been sent to it.')}
      </p>
      {message &&
        (message.channel === 'email' ? (
          <a className={styles.follow} href={message.action}>
            {action}
          </a>
        ) : (
          <p>
            The code is <code className={styles.code}>{message.action}</code>
          </p>
        ))}
    </aside>
  );
}
