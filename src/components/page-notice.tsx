/**
 * Notice of a low-urgency page: beside the work, never over it. Takes neither focus nor keys; F6 focuses it, and it can be hidden, for the
 * page stays on home.
 */
import X from 'lucide-react/icons/x';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { Countdown, Duration } from '#src/ui/time.tsx';
import type { PageAlarmProps } from './alarm-content.tsx';
import styles from './page-notice.module.css';

export interface PageNoticeProps extends Omit<PageAlarmProps, 'look' | 'severity' | 'severityName'> {
  readonly flag: string;
  /** Severity mark. */
  readonly mark?: ReactNode;
  readonly onHide: () => void;
}

export function PageNotice(props: PageNoticeProps) {
  const { title, detail, consequence, busy, error, more = 0, question } = props;
  const id = useId();
  const notice = useRef<HTMLElement>(null);
  useTurningTo(notice);
  return createPortal(
    <section ref={notice} aria-labelledby={`${id}-title`} className={styles.notice} data-page-notice>
      <output className="visually-hidden">
        {props.flag}: {title}. {detail}
      </output>
      <div className={styles.top}>
        <span className={styles.flag}>{props.flag}</span>
        <span className={styles.since}>
          for <Duration from={props.since} />
        </span>
        {more > 0 ? <span className={styles.since}>· {more} more</span> : null}
        <span className={styles.hide}>
          <IconButton
            label="Hide. It stays on home."
            icon={<X className="icon" />}
            size="small"
            onClick={props.onHide}
          />
        </span>
      </div>
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      <p className={styles.detail}>
        {props.mark} {detail}
      </p>
      {props.note}
      <p className={styles.detail}>
        {consequence.text} {consequence.at === undefined ? null : <Countdown to={consequence.at} />}
      </p>
      {error ? (
        <p className={styles.error} role="alert">
          <CircleAlert className="icon" />
          {error}
        </p>
      ) : null}
      {question || (
        <div className={styles.actions}>
          <Button
            variant="primary"
            busy={busy === 'acknowledge' && 'Acknowledging…'}
            onClick={props.onAcknowledge}
          >
            Acknowledge
          </Button>
          {props.onCantTakeIt ? (
            <Button busy={busy === 'cannot' && 'Passing it on…'} onClick={props.onCantTakeIt}>
              Can’t take it
            </Button>
          ) : null}
          <span className={styles.key}>
            <Kbd combo="F6" /> to answer by key
          </span>
        </div>
      )}
    </section>,
    noticeStack(),
  );
}

const stackId = 'page-notices';

/** The element that holds the notices of several teams, one above the other. */
function noticeStack(): HTMLElement {
  const known = document.getElementById(stackId);
  if (known) return known;
  const stack = document.createElement('div');
  stack.id = stackId;
  stack.className = styles.stack ?? '';
  document.body.append(stack);
  return stack;
}

/** F6 moves the focus to the first button that answers; the key is left to a dialog that is open. */
function useTurningTo(notice: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented) return;
      if (document.querySelector('[role="alertdialog"], [role="dialog"]') !== null) return;
      event.preventDefault();
      notice.current?.querySelector<HTMLElement>('button:not([aria-label])')?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [notice]);
}
