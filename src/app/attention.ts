/** Number of things that need this person, in the tab's title, its icon and the app's badge. */
import { useEffect } from 'react';

export interface Needed {
  readonly count: number;
  /** Whether the icon shows it, in the signal colour: false for low urgency and drills alone. */
  readonly isUrgent: boolean;
}

export function useAttention(title: string, { count: needed, isUrgent }: Needed): void {
  useEffect(() => {
    document.title = `${needed > 0 ? `(${needed}) ` : ''}${title} · Muster`;
  }, [title, needed]);
  // Not before each change: setting it takes a browser milliseconds.
  useEffect(
    () => () => {
      document.title = 'Muster';
    },
    [],
  );

  useEffect(() => {
    showIcon(isUrgent ? '/favicon-page.svg' : '/favicon.svg');
    showBadge(needed);
    return () => {
      showIcon('/favicon.svg');
      showBadge(0);
    };
  }, [needed, isUrgent]);
}

function showIcon(href: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.getAttribute('href') !== href) link.href = href;
}

/** Badge of the installed app. */
function showBadge(count: number): void {
  if (typeof navigator.setAppBadge !== 'function') return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  void shown.catch(() => undefined);
}
