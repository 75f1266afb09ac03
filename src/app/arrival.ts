/** Arriving at a screen: it begins at its top, or where it was left when the person goes back, and the focus is in it. */
import { useEffect, useLayoutEffect, useRef } from 'react';

/** `contentId` names the element that scrolls and can take the focus. */
export function useArrival(path: string, contentId: string): void {
  const shown = useRef({ path, entry: historyEntry() });
  const tops = useRef(new Map<string, number>());

  useEffect(() => {
    const content = document.getElementById(contentId);
    const remember = () => void tops.current.set(shown.current.entry, content?.scrollTop ?? 0);
    content?.addEventListener('scroll', remember, { passive: true });
    return () => content?.removeEventListener('scroll', remember);
  }, [contentId]);

  useLayoutEffect(() => {
    if (shown.current.path === path) return;
    shown.current = { path, entry: historyEntry() };
    const content = document.getElementById(contentId);
    if (content) content.scrollTop = tops.current.get(shown.current.entry) ?? 0;
  }, [path, contentId]);

  // What had the focus went with the screen before, unless it is in the frame, or this screen has put it somewhere.
  const entered = useRef(path);
  useEffect(() => {
    if (entered.current === path) return;
    entered.current = path;
    if (document.activeElement === document.body)
      document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [path, contentId]);
}

let unnamed = 0;

/** The same for a place in the history whenever it is come back to; a new one each time where the browser does not tell. */
const historyEntry = (): string => globalThis.navigation?.currentEntry?.key ?? `unnamed ${unnamed++}`;
