/** Scroll position and focus on navigation: the top, or the position of that history entry; the focus moves into the screen. */
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

  // The focused element was removed with the last screen, unless it is in the frame or this screen has set the focus.
  const entered = useRef(path);
  useEffect(() => {
    if (entered.current === path) return;
    entered.current = path;
    if (document.activeElement === document.body)
      document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [path, contentId]);
}

let unnamed = 0;

/** Key of the history entry; a new one each time in browsers without the navigation API. */
const historyEntry = (): string => globalThis.navigation?.currentEntry?.key ?? `unnamed ${unnamed++}`;
