/** The fragment of the page's address, such as an entry that a link leads to. */
import { useSyncExternalStore } from 'react';

export interface Fragment {
  /** Without `#`; empty for none. */
  readonly name: string;
}

/** Events of an address that changes; wouter dispatches the last two. */
const events = ['popstate', 'hashchange', 'pushState', 'replaceState'] as const;

const nameNow = () => decodeURIComponent(location.hash.slice(1));
let current: Fragment = { name: '' };

function subscribe(listener: () => void): () => void {
  const changed = () => {
    const name = nameNow();
    if (name === '' && current.name === '') return;
    // Another object also for the same name: a link that is followed again leads there again.
    current = { name };
    listener();
  };
  for (const event of events) window.addEventListener(event, changed);
  return () => {
    for (const event of events) window.removeEventListener(event, changed);
  };
}

const read = (): Fragment => {
  const name = nameNow();
  if (name !== current.name) current = { name };
  return current;
};

/** Another object each time that a link with a fragment is followed. */
export const useFragment = (): Fragment => useSyncExternalStore(subscribe, read);
