import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { memo, useState, type ReactNode } from 'react';
import { Avatar, type AvatarPerson } from './avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { useReadClock, useZones } from '#src/ui/clock.tsx';
import { cx } from '#src/ui/cx.ts';
import { RenderBoundary } from '#src/ui/render-boundary.tsx';
import { dayKey } from '#src/ui/time-format.ts';
import { RowTime, Time } from '#src/ui/time.tsx';
import styles from './timeline.module.css';

interface EntryBase {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Time at which it was written, where that was earlier than `at`; null: earlier, at a time that is not known. */
  readonly writtenAt?: number | null | undefined;
  /** The permalink of the entry. */
  readonly href?: string | undefined;
  /** Whether it was just written on this device: the timeline scrolls to it. */
  readonly own?: boolean;
  /** `sending` fades it, `queued` and `failed` are also said below it; `sent` needs no mark. Default `sent`. */
  readonly delivery?: 'sent' | 'sending' | 'queued' | 'failed' | undefined;
  /** Reason of `queued` or `failed`. */
  readonly deliveryNote?: string | undefined;
  /** Buttons for the entry: try again, discard, edit. */
  readonly actions?: ReactNode;
  /** The entry as plain text, shown with author and time where it fails to render. */
  readonly source?: string | undefined;
}

/** A comment. */
export interface CommentEntry extends EntryBase {
  readonly kind: 'comment';
  readonly author: AvatarPerson;
  /** The author's role: "Commander". */
  readonly role?: string | undefined;
  /** Usually a MessageText, with files below. */
  readonly body: ReactNode;
}

/** An event, as one sentence. */
export interface EventEntry extends EntryBase {
  readonly kind: 'event';
  readonly icon: ReactNode;
  /** `signal` only where a person is needed now. Default `neutral`. */
  readonly tone?: 'neutral' | 'good' | 'caution' | 'danger' | 'signal' | undefined;
  /** Sentence that begins with the person: "Ines set the severity to SEV2". */
  readonly text: ReactNode;
  /** Details below the sentence. */
  readonly body?: ReactNode;
}

export type TimelineRow = CommentEntry | EventEntry;

export interface TimelineItemProps {
  readonly entry: TimelineRow;
  /** New entries slide in. */
  readonly slide: boolean;
}

/** Age limit of new entries, in milliseconds. */
const newFor = 5_000;

/** Memoized by the entry object: a timeline renders only changed entries. */
export const TimelineItem = memo(function TimelineItem({ entry, slide }: TimelineItemProps) {
  const readClock = useReadClock();
  // Computed once: later changes do not animate.
  const [slides] = useState(() => slide && readClock() - entry.at < newFor);
  const delivery = entry.delivery ?? 'sent';
  return (
    <div className={cx(styles.entry, styles[entry.kind], styles[delivery], slides && styles.slides)}>
      <RenderBoundary
        resetKey={entry}
        renderFallback={(_error, retry) => <SourceBody entry={entry} onRetry={retry} />}
      >
        {entry.kind === 'comment' ? <CommentBody entry={entry} /> : <EventBody entry={entry} />}
      </RenderBoundary>
    </div>
  );
});

/** The fragment of a permalink. */
export const entryAnchor = (id: string) => `entry-${id}`;

function CommentBody({ entry }: { readonly entry: CommentEntry }) {
  return (
    <>
      <span className={styles.lead}>
        <Avatar person={entry.author} decorative />
      </span>
      <div className={styles.main}>
        <div className={styles.byline}>
          <span className={styles.author}>{entry.author.name}</span>
          {entry.role ? <span className={styles.role}>{entry.role}</span> : null}
          <When entry={entry} />
          <Actions entry={entry} />
        </div>
        <div data-entry-text="">{entry.body}</div>
        <Delivery entry={entry} />
      </div>
    </>
  );
}

function EventBody({ entry }: { readonly entry: EventEntry }) {
  return (
    <>
      <span className={cx(styles.lead, styles.icon, styles[entry.tone ?? 'neutral'])}>{entry.icon}</span>
      <div className={styles.main}>
        <div className={styles.sentence}>
          <span className={styles.text} data-entry-text="">
            {entry.text}
          </span>{' '}
          <When entry={entry} />
          <Actions entry={entry} />
        </div>
        {entry.body}
        <Delivery entry={entry} />
      </div>
    </>
  );
}

/** Fallback for an entry that fails to render. */
function SourceBody({ entry, onRetry }: { readonly entry: TimelineRow; readonly onRetry: () => void }) {
  const comment = entry.kind === 'comment';
  return (
    <>
      <span className={cx(styles.lead, styles.icon, styles.caution)}>
        <CircleAlert />
      </span>
      <div className={styles.main}>
        <div className={styles.byline}>
          {comment ? <span className={styles.author}>{entry.author.name}</span> : null}
          <When entry={entry} />
          {comment ? <Actions entry={entry} /> : null}
        </div>
        <p className={styles.unrendered}>
          This entry can’t be displayed.{entry.source === undefined ? '' : ' Its text:'}
        </p>
        {entry.source === undefined ? null : <pre className={styles.source}>{entry.source}</pre>}
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </>
  );
}

function When({ entry: { at, writtenAt, href } }: { readonly entry: TimelineRow }) {
  const { zone } = useZones();
  const stored = href === undefined ? <Time at={at} form="clock" /> : <RowTime at={at} href={href} />;
  if (writtenAt === undefined) return <span className={styles.when}>{stored}</span>;
  return (
    <span className={cx(styles.when, styles.both)}>
      {writtenAt === null ? (
        'written earlier'
      ) : (
        <>
          written{' '}
          <Time at={writtenAt} form={dayKey(writtenAt, zone) === dayKey(at, zone) ? 'clock' : 'moment'} />
        </>
      )}
      , sent {stored}
    </span>
  );
}

function Actions({ entry }: { readonly entry: TimelineRow }) {
  if (!entry.actions || entry.delivery === 'failed') return null;
  return <span className={styles.actions}>{entry.actions}</span>;
}

function Delivery({ entry }: { readonly entry: TimelineRow }) {
  if (entry.delivery === 'queued') {
    return (
      <p className={styles.delivery}>
        <Clock className={styles.deliveryIcon} />
        {entry.deliveryNote ?? 'Queued'}
      </p>
    );
  }
  if (entry.delivery === 'sending') return <span className="visually-hidden">Sending</span>;
  if (entry.delivery !== 'failed') return null;
  return (
    <div className={styles.delivery}>
      <CircleAlert className={styles.deliveryIcon} />
      <span>{entry.deliveryNote ?? 'Not sent'}</span>
      {entry.actions}
    </div>
  );
}
