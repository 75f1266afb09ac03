/** Choice of how long an alert or a page is snoozed. */
import type { ReactElement } from 'react';
import { limits } from '#domain/constants.ts';
import { useClockText, useZones } from '#src/ui/clock.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { nextTimeOfDay } from '#src/ui/time-format.ts';

interface SnoozeMenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly disabledReason?: string | false | undefined;
  snooze(minutes: number): void;
  /** Ends the snooze; absent: it is not snoozed, or only its time ends it. */
  readonly endSnooze?: (() => void) | undefined;
}

export function SnoozeMenu({ trigger, disabledReason, snooze, endSnooze }: SnoozeMenuProps) {
  const { zone } = useZones();
  const untilMorning = useClockText((now) => Math.ceil((nextTimeOfDay(morning, now, zone) - now) / minute));
  const item = (minutes: number, label: string) => ({
    ...{ id: label, label, disabledReason },
    onSelect: () => snooze(minutes),
  });
  const isMorningNear = untilMorning < limits.snoozeMinutes.min || untilMorning > limits.snoozeMinutes.max;
  const end = { id: 'end', label: 'End the snooze', disabledReason };
  return (
    <Menu
      trigger={trigger}
      sections={[
        { heading: 'Snooze for', items: durations.map(({ minutes, label }) => item(minutes, label)) },
        ...(isMorningNear ? [] : [{ items: [item(untilMorning, 'Until 08:00')] }]),
        ...(endSnooze ? [{ items: [{ ...end, onSelect: endSnooze }] }] : []),
      ]}
    />
  );
}

const minute = 60_000;
/** Minute of the day. */
const morning = 8 * 60;

const durations = [
  { minutes: 15, label: '15 minutes' },
  { minutes: 30, label: '30 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 120, label: '2 hours' },
  { minutes: 240, label: '4 hours' },
] as const;
