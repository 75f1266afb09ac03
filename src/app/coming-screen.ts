/**
 * The screen that this page begins with, as far as the browser's storage and the address say it. Decided by the first script of index.html,
 * which paints its shell.
 */
export type ComingScreen = 'sign-in' | 'frame';

/** Null: neither of the two (an invite, a link of an email), or a page without that script. */
export function comingScreen(): ComingScreen | null {
  const { screen } = document.documentElement.dataset;
  return screen === 'sign-in' || screen === 'frame' ? screen : null;
}

/**
 * Fetches the scripts and styles of the frame and home, which the frame's shell names, and runs none of them: what runs on the
 * sign-in screen would delay its next input. Pages without shells (development) fetch them when they are used.
 */
export function fetchFrame(): void {
  const shell = document.querySelector<HTMLTemplateElement>('template#shell-frame');
  for (const link of shell?.content.querySelectorAll('link') ?? []) document.head.append(link.cloneNode());
}
