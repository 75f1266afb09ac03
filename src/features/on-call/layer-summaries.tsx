/** The layers of a schedule in words. */
import type { Layer } from '#domain/schedule/schema.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { windowText } from '#domain/schedule/window-text.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { clockTime, momentText } from '#src/ui/time-format.ts';
import styles from './schedule-screen.module.css';

export interface LayerSummariesProps {
  readonly layers: readonly Layer[];
  readonly timezone: string;
}

export function LayerSummaries({ layers, timezone }: LayerSummariesProps) {
  const people = usePeople();
  return (
    <Panel title="Layers" count={layers.length} frame="box">
      <ul className={styles.layers}>
        {layers.toReversed().map((layer) => (
          <li key={layer.name} className={styles.layer}>
            <span className={styles.layerName}>
              {layer.name} {layer.shadow === true ? <Badge>Shadow</Badge> : null}
            </span>
            <span>{layer.people.map((id) => people.name(id)).join(' → ')}</span>
            <span className={styles.muted}>
              {turnText(layer, timezone)}
              {layer.restrictions.length > 0 ? `; ${layer.restrictions.map(windowText).join('; ')}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** "Turns of 1 week, hand-over at Mon 09:00". */
function turnText({ unit, every, startsAt, people }: Layer, timezone: string): string {
  if (people.length === 1) return `Always, since ${momentText(startsAt, timezone)}`;
  const length = `Turns of ${every} ${unit}${every === 1 ? '' : 's'}`;
  if (unit === 'hour') return length;
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: timezone }).format(startsAt);
  const time = clockTime(startsAt, timezone);
  return `${length}, hand-over at ${time}${unit === 'week' ? ` on ${weekday}s` : ''}`;
}
