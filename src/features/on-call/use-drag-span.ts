/** A time that is marked by dragging over a lane. */
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { snapped, type Span } from './span.ts';

/** Pixels that a press may wander without becoming a drag. */
const slack = 5;

/** `dragged`: what is marked while the pointer is down. The rest are the lane's handlers. Touch scrolls instead. */
export function useDragSpan(
  lane: RefObject<HTMLElement | null>,
  span: Span,
  timezone: string,
  onPick: (span: Span) => void,
) {
  const [dragged, setDragged] = useState<Span | null>(null);
  const start = useRef<{ readonly x: number; readonly pointerId: number } | null>(null);
  /** The click that ends a drag presses nothing. */
  const ended = useRef(false);

  const between = (one: number, other: number): Span | null => {
    const box = lane.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const at = (x: number) => {
      const share = Math.min(Math.max((x - box.left) / box.width, 0), 1);
      return snapped(span.startsAt + share * (span.endsAt - span.startsAt), timezone);
    };
    const [startsAt, endsAt] = [at(Math.min(one, other)), at(Math.max(one, other))];
    return startsAt < endsAt ? { startsAt, endsAt } : null;
  };

  return {
    dragged,
    onPointerDown(event: PointerEvent) {
      ended.current = false;
      if (event.pointerType === 'touch' || event.button !== 0) return;
      start.current = { x: event.clientX, pointerId: event.pointerId };
    },
    onPointerMove(event: PointerEvent) {
      if (start.current === null) return;
      if (dragged === null && Math.abs(event.clientX - start.current.x) < slack) return;
      lane.current?.setPointerCapture?.(start.current.pointerId);
      setDragged(between(start.current.x, event.clientX));
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current;
      start.current = null;
      if (from === null || dragged === null) return;
      ended.current = true;
      setDragged(null);
      const marked = between(from.x, event.clientX);
      if (marked) onPick(marked);
    },
    onPointerCancel() {
      start.current = null;
      setDragged(null);
    },
    onClickCapture(event: MouseEvent) {
      if (!ended.current) return;
      ended.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
