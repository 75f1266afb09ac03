/** Whether this tab is visible. */
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export const useTabVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
