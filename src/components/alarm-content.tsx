/** The content of the page alarm: subject, consequence, two answers. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useRef, useState, type ReactNode } from 'react';
import type { Severity } from '#domain/incident/schema.ts';
import { lookWord } from '#domain/page/look.ts';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/cx.ts';
import { useKey } from '#src/ui/keys.tsx';
import styles from './page-alarm.module.css';
import { SeverityMark } from './severity-mark.tsx';
import { Countdown, Duration } from '#src/ui/time.tsx';

export interface PageAlarmProps {
  /** A drill is calm: neither signal colour nor severity. Default `critical`. */
  readonly look?: 'critical' | 'drill';
  /** The page's summary. */
  readonly title: string;
  /** Service and other details. */
  readonly detail?: string | undefined;
  /** Undefined while it loads; its space is kept. */
  readonly severity: Severity | undefined;
  /** The team's own word for it. */
  readonly severityName: string | undefined;
  /** Start of the page, in milliseconds since 1970. */
  readonly since: number;
  /** Consequence if nobody acts: `text` "Escalates to Lin in" is followed by the countdown to `at`. */
  readonly consequence: { readonly text: string; readonly at?: number | undefined };
  readonly onAcknowledge: () => void;
  /** Undefined: it can't be passed on, as a drill. */
  readonly onCantTakeIt?: (() => void) | undefined;
  /** Members who can't take it, with their reasons. */
  readonly note?: ReactNode;
  /** Reasons why this person is notified, behind a disclosure. */
  readonly why?: ReactNode;
  /** Form in place of the buttons, such as that of the reason. Sets the focus itself. */
  readonly question?: ReactNode;
  /** The answer that is being sent. */
  readonly busy?: 'acknowledge' | 'cannot' | undefined;
  /** Sentences on the last failure, with advice; both buttons still work. */
  readonly error?: string | undefined;
  /** Number of pages behind this one. */
  readonly more?: number | undefined;
}

/** Keys are accepted after this many milliseconds without one, so that typing does not answer a page. */
const quietFor = 700;

export interface AlarmContentProps extends PageAlarmProps {
  readonly heading: ReactNode;
  readonly description: ReactNode;
  /** Keys that answer. */
  readonly hint: ReactNode;
}

export function AlarmContent(props: AlarmContentProps) {
  const { look = 'critical', severity, severityName, consequence, busy, error, more = 0, question } = props;
  // The time base of `event.timeStamp`.
  const [shownAt] = useState(() => new Event('shown').timeStamp);
  const lastKey = useRef(shownAt);
  const quiet = (event: { readonly timeStamp: number }) => {
    const long = event.timeStamp - lastKey.current > quietFor;
    lastKey.current = event.timeStamp;
    return long;
  };
  useKey('a', 'Acknowledge', (event) => {
    if (quiet(event) && !busy && !question) props.onAcknowledge();
  });

  return (
    <div
      className={cx(styles.content, look === 'drill' && styles.drill)}
      onKeyDownCapture={(event) => {
        // Enter and Space on a button are delayed too; A by its own binding. Fields accept every key.
        const typed = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
        if (typed || event.key.toLowerCase() === 'a') return;
        if (!quiet(event) && event.key !== 'Tab') event.preventDefault();
      }}
    >
      <div className={styles.top}>
        <span className={styles.flag}>{lookWord(look)}</span>
        <span className={styles.since}>
          for <Duration from={props.since} />
        </span>
        {more > 0 ? <span className={styles.more}>{more} more after this</span> : null}
      </div>
      <div className={styles.words}>
        <div className={styles.severity}>
          {severity && severityName ? <SeverityMark severity={severity} name={severityName} /> : null}
        </div>
        {props.heading}
        {props.description}
        {props.note ? <div className={styles.why}>{props.note}</div> : null}
        {props.why ? <div className={styles.why}>{props.why}</div> : null}
      </div>
      <div className={styles.bottom}>
        <p className={styles.consequence}>
          {consequence.text}{' '}
          {consequence.at === undefined ? null : (
            <Countdown to={consequence.at} className={styles.countdown} />
          )}
        </p>
        <p className={styles.error} role="alert">
          {error ? (
            <>
              <CircleAlert className="icon" />
              {error}
            </>
          ) : null}
        </p>
        {question || (
          <div className={styles.actions}>
            <Button
              variant={look === 'drill' ? 'primary' : 'signal'}
              size="large"
              busy={busy === 'acknowledge' && 'Acknowledging…'}
              onClick={props.onAcknowledge}
            >
              Acknowledge
            </Button>
            {props.onCantTakeIt ? (
              <Button size="large" busy={busy === 'cannot' && 'Passing it on…'} onClick={props.onCantTakeIt}>
                Can’t take it
              </Button>
            ) : null}
            <span className={styles.key}>{props.hint}</span>
          </div>
        )}
      </div>
    </div>
  );
}
