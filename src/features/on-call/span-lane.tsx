/** Times of a schedule with words: those in which somebody is on call and away, and those for which cover is asked. */
import { momentText } from '#src/ui/time-format.ts';
import styles from './rota-calendar.module.css';
import { shareOf, type Span } from './span.ts';

export interface WordedSpan extends Span {
  readonly key: string;
  readonly words: string;
}

export interface SpanLaneProps {
  readonly label: string;
  readonly items: readonly WordedSpan[];
  /** `away` hatched, `asked` outlined. */
  readonly look: 'away' | 'asked';
  readonly span: Span;
  readonly timezone: string;
}

export const SpanLane = ({ label, items, look, span, timezone }: SpanLaneProps) => (
  <ol className={styles.lane} aria-label={label}>
    {items.map(({ key, startsAt, endsAt, words }) => {
      const left = shareOf(span, startsAt);
      return (
        <li
          key={key}
          className={styles.place}
          style={{ left: `${left}%`, width: `${shareOf(span, endsAt) - left}%` }}
          title={words}
        >
          <span className={styles[look]}>
            <span className="visually-hidden">
              {words}, {momentText(startsAt, timezone)} to {momentText(endsAt, timezone)}
            </span>
            <span aria-hidden="true">{words}</span>
          </span>
        </li>
      );
    })}
  </ol>
);
