/** A schedule over some days: who is on call on top, then overrides, then each layer by itself. Shifts are picked by drag and by keyboard. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Lane } from '#domain/schedule/lanes.ts';
import type { Shift } from '#domain/schedule/rota.ts';
import type { Override } from '#domain/schedule/schema.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { absenceText, type ShiftInAbsence } from '#domain/time-off/absences.ts';
import { zoneText } from '#domain/timezone.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { cx } from '#src/ui/cx.ts';
import { momentText, shortDay } from '#src/ui/time-format.ts';
import { CalendarBlock } from './calendar-block.tsx';
import { OverrideLane } from './override-lane.tsx';
import styles from './rota-calendar.module.css';
import { SpanLane, type WordedSpan } from './span-lane.tsx';
import { daysFrom, dayStart, shareOf, type Span } from './span.ts';
import { useDragSpan } from './use-drag-span.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';

export interface RotaCalendarProps {
  readonly name: string;
  readonly timezone: string;
  /** Span of whole days of that zone. */
  readonly span: Span;
  readonly days: number;
  /** Shifts without gaps over the span. */
  readonly shifts: readonly Shift[];
  readonly overrides: readonly Override[];
  readonly lanes: readonly Lane[];
  /** Shifts during their people’s time off. */
  readonly away: readonly ShiftInAbsence[];
  /** Open requests for cover. */
  readonly asked: readonly CoverRequest[];
  /** Absent: it is only looked at. */
  readonly onPick?: (span: Span) => void;
  readonly onOverride?: (override: Override) => void;
  readonly onMove?: (override: Override, span: Span) => void;
}

export function RotaCalendar(props: RotaCalendarProps) {
  const { name, timezone, span, days, shifts, overrides, lanes, away, asked, onPick, onOverride, onMove } =
    props;
  const people = usePeople();
  const { zone } = useZones();
  const now = useRotaNow();
  return (
    <div className={styles.calendar}>
      <div className={styles.grid}>
        <DayRow label={zoneText(timezone)} span={span} days={days} timezone={timezone} />
        <LaneRow label="On call" strong>
          {onPick ? (
            <PickLane label={`${name}: on call`} {...{ shifts, span, timezone, onPick }} />
          ) : (
            <ol className={styles.lane} aria-label={`${name}: on call`}>
              {shifts.map((shift) => (
                <CalendarBlock key={shift.startsAt} shift={shift} span={span} look="rota" />
              ))}
            </ol>
          )}
        </LaneRow>
        {away.length > 0 ? (
          <LaneRow label="On call while away">
            <SpanLane
              label={`${name}: on call while away`}
              look="away"
              items={away.map((one) => ({
                ...one,
                key: `${one.userId}-${one.startsAt}-${one.holiday}`,
                words: `${people.name(one.userId)}: ${absenceText(one)}`,
              }))}
              {...{ span, timezone }}
            />
          </LaneRow>
        ) : null}
        {asked.length > 0 ? (
          <LaneRow label="Cover asked for">
            <SpanLane
              label={`${name}: cover asked for`}
              look="asked"
              items={asked.map(({ id, userId, startsAt, endsAt }): WordedSpan => ({
                ...{ key: id, startsAt, endsAt },
                words: `${people.name(userId)} asks for cover`,
              }))}
              {...{ span, timezone }}
            />
          </LaneRow>
        ) : null}
        {overrides.length > 0 ? (
          <LaneRow label="Overrides">
            <OverrideLane
              label={`${name}: overrides`}
              {...{ overrides, span, timezone }}
              {...(onOverride && { onOverride })}
              {...(onMove && { onMove })}
            />
          </LaneRow>
        ) : null}
        {lanes.map((lane) => (
          <LaneRow key={lane.name} label={lane.name} note={lane.shadow ? 'shadow' : undefined}>
            <ol className={styles.lane} aria-label={`${name}: ${lane.name}`}>
              {lane.shifts.map((shift) => (
                <CalendarBlock
                  key={shift.startsAt}
                  shift={shift}
                  span={span}
                  look={lane.shadow ? 'shadow' : 'layer'}
                />
              ))}
            </ol>
          </LaneRow>
        ))}
        {zone === timezone ? null : (
          <DayRow label={`Your time, ${zoneText(zone)}`} span={span} days={days} timezone={zone} />
        )}
        {span.startsAt <= now && now < span.endsAt ? (
          <div className={styles.nowArea} aria-hidden="true">
            <span className={styles.now} style={{ left: `${shareOf(span, now)}%` }} />
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface DayRowProps {
  readonly label: string;
  readonly span: Span;
  readonly days: number;
  readonly timezone: string;
}

/** The beginnings of a zone's days. */
function DayRow({ label, span, days, timezone }: DayRowProps) {
  const all = daysFrom(dayStart(span.startsAt, timezone), days + 1, timezone);
  return (
    <div className={styles.row}>
      <span className={styles.zone}>{label}</span>
      <div className={styles.days} aria-hidden="true">
        {all
          .filter(({ startsAt }) => startsAt >= span.startsAt && startsAt < span.endsAt)
          .map(({ startsAt }, index) => (
            <span
              key={startsAt}
              className={cx(styles.day, days > 14 && index % 2 === 1 && styles.between)}
              style={{ left: `${shareOf(span, startsAt)}%` }}
            >
              {shortDay(startsAt, timezone)}
            </span>
          ))}
      </div>
    </div>
  );
}

interface LaneRowProps {
  readonly label: string;
  readonly note?: string | undefined;
  readonly strong?: boolean;
  readonly children: ReactNode;
}

const LaneRow = ({ label, note, strong, children }: LaneRowProps) => (
  <div className={cx(styles.row, strong && styles.strong)}>
    <span className={styles.laneName}>
      {label}
      {note === undefined ? null : <span className={styles.laneNote}> {note}</span>}
    </span>
    {children}
  </div>
);

interface PickLaneProps extends Pick<RotaCalendarProps, 'shifts' | 'span' | 'timezone'> {
  readonly label: string;
  readonly onPick: (span: Span) => void;
}

/** Lane as one tab stop: arrows move from shift to shift, Shift extends, Enter picks; the pointer drags over a time. */
function PickLane({ label, shifts, span, timezone, onPick }: PickLaneProps) {
  const lane = useRef<HTMLOListElement>(null);
  const [picked, setPicked] = useState({ from: 0, to: 0 });
  const { dragged, ...pointer } = useDragSpan(lane, span, timezone, onPick);
  const current = Math.min(picked.to, shifts.length - 1);
  const [first, last] = [Math.min(picked.from, current), Math.max(picked.from, current)];
  const move = (to: number, extend: boolean) => {
    const place = Math.min(Math.max(0, to), shifts.length - 1);
    setPicked({ from: extend ? picked.from : place, to: place });
    lane.current?.querySelectorAll('button')[place]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: shifts.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    move(to, event.shiftKey);
  };
  const pick = (index: number) => {
    const inside = first <= index && index <= last;
    const [begin, end] = inside ? [shifts[first], shifts[last]] : [shifts[index], shifts[index]];
    if (!inside) setPicked({ from: index, to: index });
    if (begin && end) onPick({ startsAt: begin.startsAt, endsAt: end.endsAt });
  };
  return (
    <ol ref={lane} className={cx(styles.lane, styles.pick)} aria-label={label} {...pointer}>
      {shifts.map((shift, index) => (
        <CalendarBlock
          key={shift.startsAt}
          shift={shift}
          span={span}
          look="rota"
          picked={first !== last && first <= index && index <= last}
          tabIndex={index === current ? 0 : -1}
          label={(who) =>
            `${who}, ${momentText(shift.startsAt, timezone)} to ${momentText(shift.endsAt, timezone)}`
          }
          onFocus={() => setPicked((before) => (index === before.to ? before : { from: index, to: index }))}
          onKeyDown={onKeyDown}
          onClick={() => pick(index)}
        />
      ))}
      {dragged ? (
        <li
          className={styles.dragged}
          aria-hidden="true"
          style={{
            left: `${shareOf(span, dragged.startsAt)}%`,
            width: `${shareOf(span, dragged.endsAt) - shareOf(span, dragged.startsAt)}%`,
          }}
        />
      ) : null}
    </ol>
  );
}
