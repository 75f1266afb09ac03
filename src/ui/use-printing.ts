import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;

function subscribe(listener: () => void): () => void {
  const set = (value: boolean) => () => {
    printing = value;
    // The browser takes what is in the document when the event has been handled.
    flushSync(listener);
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is being printed: lists that show a part of their rows show all of them. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);
