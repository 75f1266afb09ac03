import { useClockText, useZones } from './clock.tsx';
import { cx } from './cx.ts';
import { Link } from './link.tsx';
import { absoluteTime, clockTime, dayName, durationText, relativeTime } from './time-format.ts';
import styles from './time.module.css';
import { Tooltip } from './tooltip.tsx';

export interface TimeProps {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `relative` "4 min ago" (default), `clock` "09:41", `moment` "Mon 23 Nov, 09:41". */
  readonly form?: 'relative' | 'clock' | 'moment';
  /** Address that makes it a link to the event. */
  readonly href?: string | undefined;
}

/** A time. Its full form, in the reader's zone and the other one, shows on hover, focus and tap. */
export function Time({ at, form = 'relative', href }: TimeProps) {
  const { zone } = useZones();
  const text = useClockText((now) => {
    if (form === 'clock') return clockTime(at, zone);
    if (form === 'moment') return `${dayName(at, now, zone)}, ${clockTime(at, zone)}`;
    return relativeTime(at, now, zone);
  });
  const time = <time dateTime={new Date(at).toISOString()}>{text}</time>;
  return (
    <Tooltip content={<FullTime at={at} />} onTap={!href}>
      {href ? (
        <Link href={href} className={styles.time}>
          {time}
        </Link>
      ) : (
        <button type="button" className={styles.time}>
          {time}
        </button>
      )}
    </Tooltip>
  );
}

/** Content of a time's tooltip. */
export function FullTime({ at }: { readonly at: number }) {
  const { zone, otherZone } = useZones();
  return (
    <span className={styles.full}>
      {absoluteTime(at, zone)}
      {otherZone && otherZone.zone !== zone ? (
        <span>
          {otherZone.label}: {absoluteTime(at, otherZone.zone)}
        </span>
      ) : null}
    </span>
  );
}

/** Time of day in a row of a list, as a link: its tooltip is the list's, a ListTooltip that is given the time in milliseconds. */
export function RowTime({ at, href }: { readonly at: number; readonly href: string }) {
  const { zone } = useZones();
  return (
    <Link href={href} className={styles.time} data-tooltip={at}>
      <time dateTime={new Date(at).toISOString()}>{clockTime(at, zone)}</time>
    </Link>
  );
}

/** "4 min ago" without a tooltip; for use inside of links, such as a Row. */
export function Ago({ at }: { readonly at: number }) {
  const { zone } = useZones();
  const text = useClockText((now) => relativeTime(at, now, zone));
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  );
}

/** Counts down to a time, in tabular figures: "4:12". Stops at 0:00. */
export function Countdown({
  to,
  className,
}: {
  readonly to: number;
  readonly className?: string | undefined;
}) {
  const text = useClockText((now) => durationText(to - now));
  return (
    <time className={cx('tabular', className)} role="timer" dateTime={new Date(to).toISOString()}>
      {text}
    </time>
  );
}

/** Duration: "1:04:12". Without `until` it is running. */
export function Duration({ from, until }: { readonly from: number; readonly until?: number | undefined }) {
  const text = useClockText((now) => durationText((until ?? now) - from));
  return <span className="tabular">{text}</span>;
}
