/** Shift on a calendar's lane, in its person's colour with their initials; a gap is hatched and shows its length. */
import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { usePersonColours } from '#src/components/person-colour.ts';
import { cx } from '#src/ui/cx.ts';
import { lengthText } from '#src/ui/time-format.ts';
import styles from './rota-calendar.module.css';
import { shareOf, type Span } from './span.ts';

export interface CalendarBlockProps {
  readonly shift: Span & { readonly userId: string | null };
  readonly span: Span;
  readonly look: 'rota' | 'override' | 'layer' | 'shadow';
  /** A word after the name. */
  readonly note?: string;
  readonly picked?: boolean;
  readonly tabIndex?: number;
  /** Name by which the block is a button. */
  readonly label?: (who: string) => string;
  readonly onFocus?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onClick?: () => void;
  readonly pointer?: Pick<
    ComponentPropsWithRef<'button'>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'
  >;
}

export function CalendarBlock(props: CalendarBlockProps) {
  const { shift, span, look, note, picked, tabIndex, label, onFocus, onKeyDown, onClick, pointer } = props;
  const people = usePeople();
  const colourOf = usePersonColours();
  const { userId, startsAt, endsAt } = shift;
  const left = shareOf(span, startsAt);
  const width = shareOf(span, endsAt) - left;
  if (width <= 0) return null;
  const length = lengthText(endsAt - startsAt);
  const name = userId === null ? `Nobody for ${length}` : people.name(userId);
  const inner =
    userId === null ? (
      <span className={styles.gapText}>{length}</span>
    ) : (
      <>
        <span className={styles.who}>
          <Avatar person={{ id: userId, name }} size="small" decorative />
        </span>
        <span className={styles.name}>{note === undefined ? name : `${name}, ${note}`}</span>
      </>
    );
  const className = cx(styles.block, styles[look], userId === null && styles.gap, picked && styles.picked);
  return (
    <li
      className={styles.place}
      style={{ left: `${left}%`, width: `${width}%`, ...(userId !== null && colourOf(userId)) }}
      title={note === undefined ? name : `${name}, ${note}`}
    >
      {label === undefined ? (
        <span className={className}>
          <span className="visually-hidden">{name}</span>
          <span className={styles.inner} aria-hidden="true">
            {inner}
          </span>
        </span>
      ) : (
        <button
          type="button"
          className={className}
          aria-pressed={picked}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onClick={onClick}
          {...pointer}
        >
          <span className="visually-hidden">{label(name)}</span>
          <span className={styles.inner} aria-hidden="true">
            {inner}
          </span>
        </button>
      )}
    </li>
  );
}
