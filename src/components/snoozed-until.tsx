import { useClockText, useZones } from '#src/ui/clock.tsx';
import { clockTime, dayKey, weekdayTime } from '#src/ui/time-format.ts';

interface SnoozedUntilProps {
  /** End of a page's snooze; null: it is not snoozed. */
  readonly at: number | null | undefined;
}

/** "Snoozed until 14:30", or "Wed 08:00" where that is not today. Without a tooltip; for use inside of links, too. */
export function SnoozedUntil({ at }: SnoozedUntilProps) {
  return typeof at === 'number' ? <Text at={at} /> : null;
}

function Text({ at }: { readonly at: number }) {
  const { zone } = useZones();
  const text = useClockText((now) =>
    dayKey(at, zone) === dayKey(now, zone) ? clockTime(at, zone) : weekdayTime(at, zone),
  );
  return (
    <span>
      Snoozed until <time dateTime={new Date(at).toISOString()}>{text}</time>
    </span>
  );
}
