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
 * Fetches the scripts and styles of what follows the sign-in screen (the frame, home, other ways to sign in), which a template of the page
 * names, and runs none of them: what runs on the sign-in screen would delay its next input. Pages without shells (development) fetch them
 * when they are used.
 */
export function fetchNext(): void {
  const next = document.querySelector<HTMLTemplateElement>('template#shell-next');
  if (next) document.head.append(next.content.cloneNode(true));
}
