/** The people of a layer in the order of their turns: moved by drag, by buttons, or with the arrows on their handle. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isResponder } from '#domain/permissions.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { cx } from '#src/ui/cx.ts';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Select } from '#src/ui/select.tsx';
import styles from './schedule-form.module.css';

export interface PeopleOrderProps {
  readonly layer: string;
  readonly value: readonly string[];
  readonly onChange: (people: string[]) => void;
  readonly error: string | undefined;
}

export function PeopleOrder({ layer, value, onChange, error }: PeopleOrderProps) {
  const people = usePeople();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [told, setTold] = useState('');
  /** The row whose handle has the focus once the rows have moved. */
  const refocused = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (refocused.current === null) return;
    list.current?.children[refocused.current]?.querySelector('button')?.focus();
    refocused.current = null;
  });

  const move = (from: number, to: number) => {
    const userId = value[from];
    if (userId === undefined || to < 0 || to >= value.length || from === to) return;
    const others = value.filter((_, index) => index !== from);
    onChange([...others.slice(0, to), userId, ...others.slice(to)]);
    setTold(`${people.name(userId)} is now ${to + 1} of ${value.length}`);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const to = index + (event.key === 'ArrowUp' ? -1 : 1);
    if (to < 0 || to >= value.length) return;
    move(index, to);
    refocused.current = to;
  };
  const follow = useEffectEvent((event: PointerEvent) => {
    const to = Array.from(list.current?.children ?? []).findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top <= event.clientY && event.clientY < bottom;
    });
    if (dragged === null || to < 0 || to === dragged) return;
    move(dragged, to);
    setDragged(to);
  });
  const dragging = dragged !== null;
  useEffect(() => {
    if (!dragging) return undefined;
    const drop = () => setDragged(null);
    // On the window, because the row itself is moved in the document meanwhile.
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', drop);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', drop);
    };
  }, [dragging]);
  const candidates = people.all.filter(isResponder);
  return (
    <div className={styles.people}>
      {value.length === 0 ? null : (
        <ol ref={list} className={styles.order} aria-label={`${layer}: order of turns`}>
          {value.map((userId, index) => (
            <li
              key={`${userId}-${value.slice(0, index).filter((one) => one === userId).length}`}
              className={cx(styles.person, dragged === index && styles.dragged)}
            >
              <button
                type="button"
                className={styles.grip}
                aria-label={`Move ${people.name(userId)}, turn ${index + 1} of ${value.length}`}
                aria-keyshortcuts="ArrowUp ArrowDown"
                onPointerDown={(event) => {
                  if (event.button === 0) setDragged(index);
                }}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <GripVertical className="icon" />
              </button>
              <span className={styles.turn}>{index + 1}</span>
              <Avatar person={{ id: userId, name: people.name(userId) }} size="small" decorative />
              <span className={styles.personName}>{people.name(userId)}</span>
              <IconButton
                label={`Move ${people.name(userId)} up`}
                size="small"
                icon={<ArrowUp className="icon" />}
                disabledReason={index === 0 && 'First already.'}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={`Move ${people.name(userId)} down`}
                size="small"
                icon={<ArrowDown className="icon" />}
                disabledReason={index === value.length - 1 && 'Last already.'}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                label={`Take ${people.name(userId)} out`}
                size="small"
                icon={<X className="icon" />}
                onClick={() => onChange(value.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ol>
      )}
      <Field
        label="Add a person"
        hint={
          value.length === 0 ? 'They take turns in this order. The first one has the first turn.' : undefined
        }
        error={error}
      >
        <Select
          options={candidates.map(({ id, displayName }) => ({ value: id as string, label: displayName }))}
          value={null}
          onChange={(userId) => onChange([...value, userId])}
          placeholder="Choose somebody"
        />
      </Field>
      <output className="visually-hidden">{told}</output>
    </div>
  );
}
