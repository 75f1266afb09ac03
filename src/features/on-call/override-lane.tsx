/** The overrides on a calendar: a press opens one, dragging moves it to another time, hour by hour. */
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Override } from '#domain/schedule/schema.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { momentText } from '#src/ui/time-format.ts';
import { CalendarBlock } from './calendar-block.tsx';
import styles from './rota-calendar.module.css';
import { snapped, type Span } from './span.ts';

export interface OverrideLaneProps {
  readonly label: string;
  readonly overrides: readonly Override[];
  readonly span: Span;
  readonly timezone: string;
  /** Absent: it is only looked at. */
  readonly onOverride?: (override: Override) => void;
  /** Absent: nothing is dragged. */
  readonly onMove?: (override: Override, span: Span) => void;
}

/** Pixels that a press may wander without becoming a drag. */
const slack = 5;

interface Drag {
  readonly id: string;
  readonly x: number;
  /** Milliseconds. */
  readonly by: number;
}

export function OverrideLane({ label, overrides, span, timezone, onOverride, onMove }: OverrideLaneProps) {
  const people = usePeople();
  const lane = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  /** The click that ends a drag presses nothing. */
  const ended = useRef(false);

  const shiftBy = ({ startsAt }: Override, x: number, from: number): number => {
    const width = lane.current?.getBoundingClientRect().width ?? 0;
    if (width === 0) return 0;
    const by = ((x - from) / width) * (span.endsAt - span.startsAt);
    return snapped(startsAt + by, timezone) - startsAt;
  };
  const handlers = (override: Override) => ({
    onPointerDown(event: PointerEvent) {
      ended.current = false;
      if (!onMove || event.pointerType === 'touch' || event.button !== 0) return;
      setDrag({ id: override.id, x: event.clientX, by: 0 });
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (drag?.id !== override.id) return;
      if (drag.by === 0 && Math.abs(event.clientX - drag.x) < slack) return;
      setDrag({ ...drag, by: shiftBy(override, event.clientX, drag.x) });
    },
    onPointerUp() {
      if (drag?.id !== override.id) return;
      setDrag(null);
      if (drag.by === 0) return;
      ended.current = true;
      onMove?.(override, moved(override, drag.by));
    },
    onPointerCancel: () => setDrag(null),
    onClickCapture(event: MouseEvent) {
      if (!ended.current) return;
      ended.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  return (
    <ol ref={lane} className={styles.lane} aria-label={label}>
      {overrides.map((override) => {
        const shown = drag?.id === override.id ? { ...override, ...moved(override, drag.by) } : override;
        return (
          <CalendarBlock
            key={override.id}
            shift={shown}
            span={span}
            look="override"
            {...(override.insteadOf !== null && { note: 'cover' })}
            {...(onOverride && {
              label: (who: string) =>
                `${who} ${override.insteadOf === null ? 'takes over' : `covers ${people.name(override.insteadOf)}`}, ${momentText(shown.startsAt, timezone)} to ${momentText(shown.endsAt, timezone)}`,
              onClick: () => onOverride(override),
              pointer: handlers(override),
            })}
          />
        );
      })}
    </ol>
  );
}

const moved = ({ startsAt, endsAt }: Span, by: number): Span => ({
  startsAt: startsAt + by,
  endsAt: endsAt + by,
});
