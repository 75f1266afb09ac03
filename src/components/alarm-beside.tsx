/** The alarm while a person types: focus and keys stay in the field until F6, or until the field is left. */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { lookWord } from '#domain/page/look.ts';
import { AlarmContent, type PageAlarmProps } from './alarm-content.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { isTextField } from '#src/ui/key-registry.ts';
import styles from './page-alarm.module.css';

/** Distance to the field, in pixels. */
const gap = 8;

export function AlarmBeside(props: PageAlarmProps & { readonly onFront: () => void }) {
  const { look = 'critical', title, detail, onFront } = props;
  const id = useId();
  const alarm = useRef<HTMLDivElement>(null);
  useTurningTo(alarm, onFront);
  const place = usePlace(alarm);
  return createPortal(
    <div
      ref={alarm}
      role="alertdialog"
      aria-modal="false"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-detail`}
      className={styles.beside}
      style={place}
    >
      <p className="visually-hidden" role="alert">
        {lookWord(look)}: {title}. {detail} What you typed is kept. Press F6 to answer.
      </p>
      <AlarmContent
        {...props}
        heading={
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
        }
        description={
          <p id={`${id}-detail`} className={styles.detail}>
            {detail}
          </p>
        }
        hint={
          <>
            Press <Kbd combo="F6" /> to answer by key
          </>
        }
      />
    </div>,
    document.body,
  );
}

/** Calls `onFront` on F6, or when the focus leaves a field for anything but another field. */
function useTurningTo(alarm: React.RefObject<HTMLElement | null>, onFront: () => void): void {
  const turn = useEffectEvent(onFront);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      turn();
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // The window lost the focus; the field keeps it.
      if (!document.hasFocus()) return;
      const stays = relatedTarget instanceof Node && alarm.current?.contains(relatedTarget);
      if (!stays && !isTextField(relatedTarget)) turn();
    };
    // A press on a button of the alarm leaves the focus in the field.
    const onMouseDown = (event: MouseEvent) => {
      if (event.target instanceof Node && alarm.current?.contains(event.target)) event.preventDefault();
    };
    document.addEventListener('mousedown', onMouseDown);
    window.addEventListener('keydown', onKey, true);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('mousedown', onMouseDown);
      window.removeEventListener('keydown', onKey, true);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [alarm]);
}

interface Place {
  readonly top: number;
  /** Absent: as the style sheet has it. */
  readonly maxHeight?: number;
}

/** Position: at the top, or below a field that is there. Where neither side has room, the larger one, in which the alarm scrolls. */
function usePlace(alarm: React.RefObject<HTMLElement | null>): Place {
  const [found, setFound] = useState<Place>({ top: 0 });
  useLayoutEffect(() => {
    const place = () => {
      const field = document.activeElement;
      if (!isTextField(field)) return;
      const { top: above, bottom } = field.getBoundingClientRect();
      const below = innerHeight - bottom;
      const height = (alarm.current?.scrollHeight ?? 0) + gap;
      if (above >= height) setFound({ top: 0 });
      else if (below >= height) setFound({ top: Math.max(0, bottom + gap) });
      else if (above >= below) setFound({ top: 0, maxHeight: above - gap });
      else setFound({ top: Math.max(0, bottom + gap), maxHeight: below - gap });
    };
    place();
    document.addEventListener('focusin', place);
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('focusin', place);
      window.removeEventListener('resize', place);
    };
  }, [alarm]);
  return found;
}
