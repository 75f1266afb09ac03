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
