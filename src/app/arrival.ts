/** Arriving at a screen: it begins at its top, or where it was left when the person goes back, and the focus is in it. */
import { useEffect, useLayoutEffect, useRef } from 'react';

/** `contentId` names the element that scrolls and can take the focus. */
export function useArrival(path: string, contentId: string): void {
  const shown = useRef(path);
  const goingBack = useRef(false);
  const tops = useRef(new Map<string, number>());

  useEffect(() => {
    const content = document.getElementById(contentId);
    const remember = () => void tops.current.set(shown.current, content?.scrollTop ?? 0);
    const back = () => {
      goingBack.current = true;
    };
    content?.addEventListener('scroll', remember, { passive: true });
    // Before the router hears of it and renders.
    addEventListener('popstate', back, true);
    return () => {
      content?.removeEventListener('scroll', remember);
      removeEventListener('popstate', back, true);
    };
  }, [contentId]);

  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const content = document.getElementById(contentId);
    if (content) content.scrollTop = goingBack.current ? (tops.current.get(path) ?? 0) : 0;
    goingBack.current = false;
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
