import type { ReactNode } from 'react';
import type { AlertStatus } from '#domain/alert/schema.ts';
import type { IncidentStatus } from '#domain/incident/schema.ts';
import type { PageStatus } from '#domain/page/schema.ts';
import { cx } from '#src/ui/cx.ts';
import styles from './status-mark.module.css';

interface Look {
  readonly word: string;
  readonly tone: 'active' | 'signal' | 'good' | 'caution' | 'quiet' | 'danger';
  readonly shape: ReactNode;
}

interface StatusLooks {
  readonly incident: Record<IncidentStatus, Look>;
  readonly alert: Record<AlertStatus, Look>;
  readonly page: Record<PageStatus, Look>;
}

const ring = <circle cx="8" cy="8" r="6.2" className={styles.ring} />;
const dashed = <circle cx="8" cy="8" r="6.2" className={styles.ring} strokeDasharray="2.4 2.47" />;
const disc = <circle cx="8" cy="8" r="7" />;
const tick = <path d="m5 8.2 2.1 2.1L11.2 6" className={styles.cut} />;
const cross = <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" className={styles.cut} />;
const pair = (below: ReactNode, above: ReactNode) => (
  <>
    {below}
    {above}
  </>
);
/** A ring filled like a clock: a quarter, a half, three quarters. */
const filled = (path: string) => pair(ring, <path d={path} />);

const looks: StatusLooks = {
  incident: {
    triage: { word: 'Triage', tone: 'caution', shape: dashed },
    investigating: { word: 'Investigating', tone: 'active', shape: filled('M8 8V4a4 4 0 0 1 4 4z') },
    fixing: { word: 'Fixing', tone: 'active', shape: filled('M8 4a4 4 0 0 1 0 8z') },
    monitoring: { word: 'Monitoring', tone: 'active', shape: filled('M8 8V4a4 4 0 1 1-4 4z') },
    resolved: { word: 'Resolved', tone: 'good', shape: pair(disc, tick) },
    closed: { word: 'Closed', tone: 'quiet', shape: pair(disc, tick) },
    declined: { word: 'Declined', tone: 'quiet', shape: pair(disc, cross) },
    merged: {
      word: 'Merged',
      tone: 'quiet',
      shape: (
        <path d="M5 3v2.5A2.5 2.5 0 0 0 7.5 8H8v5m3-10v2.5A2.5 2.5 0 0 1 8.5 8H8" className={styles.ring} />
      ),
    },
  },
  alert: {
    open: { word: 'Open', tone: 'danger', shape: <path d="M8 1.6 15 14H1z" /> },
    joined: {
      word: 'Joined',
      tone: 'caution',
      shape: pair(
        <path d="M8 2.6 14.4 14H1.6z" className={styles.ring} />,
        <path d="M8 7.5v5M5.5 10h5" className={styles.ring} />,
      ),
    },
    acknowledged: { word: 'Acknowledged', tone: 'active', shape: filled('M8 4a4 4 0 0 1 0 8z') },
    resolved: { word: 'Resolved', tone: 'good', shape: pair(disc, tick) },
    suppressed: {
      word: 'Snoozed',
      tone: 'quiet',
      shape: pair(ring, <path d="m4 12 8-8" className={styles.ring} />),
    },
  },
  page: {
    pending: { word: 'Waiting', tone: 'quiet', shape: dashed },
    notifying: { word: 'Paging', tone: 'signal', shape: pair(ring, <circle cx="8" cy="8" r="3.4" />) },
    acknowledged: { word: 'Acknowledged', tone: 'good', shape: pair(disc, tick) },
    exhausted: {
      word: 'Nobody took it',
      tone: 'signal',
      shape: pair(
        <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" />,
        <path d="M8 4.6v4m0 2.6v.1" className={styles.cut} />,
      ),
    },
    cancelled: { word: 'Cancelled', tone: 'quiet', shape: pair(disc, cross) },
  },
};

export type StatusMarkProps = (
  | { readonly of: 'incident'; readonly state: IncidentStatus }
  | { readonly of: 'alert'; readonly state: AlertStatus }
  | { readonly of: 'page'; readonly state: PageStatus }
) & {
  /** The word to show; default the state's own. */
  readonly word?: string | undefined;
  /** `shape` shows the shape alone (the word is still read aloud). Default `full`. */
  readonly form?: 'full' | 'shape';
};

/** A state as shape, word and colour. */
export function StatusMark(props: StatusMarkProps) {
  const { tone, shape, word } = lookOf(props);
  return (
    <span className={cx(styles.mark, styles[tone])}>
      <svg className={styles.shape} viewBox="0 0 16 16" aria-hidden="true">
        {shape}
      </svg>
      <span className={props.form === 'shape' ? 'visually-hidden' : undefined}>{props.word ?? word}</span>
    </span>
  );
}

function lookOf(props: StatusMarkProps): Look {
  if (props.of === 'incident') return looks.incident[props.state];
  if (props.of === 'alert') return looks.alert[props.state];
  return looks.page[props.state];
}
