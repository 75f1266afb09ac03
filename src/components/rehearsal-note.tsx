import type { ReactNode } from 'react';
import { PlainButton } from '#src/ui/plain-button.tsx';
import styles from './rehearsal-note.module.css';

/** The rehearsal's replacement of a mailbox, a phone or an authenticator app. */
function RehearsalNote({ children }: { readonly children: ReactNode }) {
  return (
    <aside className={styles.note} aria-label="Rehearsal">
      {children}
    </aside>
  );
}

export interface RehearsalMailProps {
  /** The message that would have been sent; `null` for none, `undefined` while loading. */
  readonly message: { readonly channel: 'email' | 'sms'; readonly action: string } | null | undefined;
  /** Action of the link in it: "Sign in". */
  readonly action: string;
}

export function RehearsalMailNote({ message, action }: RehearsalMailProps) {
  return (
    <RehearsalNote>
      <p>
        This is a rehearsal: nothing leaves this browser.{' '}
        {message !== undefined &&
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
    </RehearsalNote>
  );
}

export interface RehearsalCodeProps {
  readonly code: string;
  onUse(code: string): void;
}

export function RehearsalCode({ code, onUse }: RehearsalCodeProps) {
  return (
    <RehearsalNote>
      <p className={styles.line}>
        <span>
          This is a rehearsal: the code is <code className={styles.code}>{code}</code>
        </span>
        <PlainButton size="small" onClick={() => onUse(code)}>
          Fill it in
        </PlainButton>
      </p>
    </RehearsalNote>
  );
}
