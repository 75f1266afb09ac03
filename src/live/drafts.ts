/** What was typed and not yet sent, kept across reloads. */
import { useCallback, useState } from 'react';

const prefix = 'muster.draft.';

/** The stored draft under a key, and how to change it; an empty one is forgotten. Works without storage, for this page only. */
export function useDraft(key: string): readonly [string, (text: string) => void] {
  const [held, setHeld] = useState({ key, text: read(key) });
  if (held.key !== key) setHeld({ key, text: read(key) });
  const set = useCallback(
    (text: string) => {
      setHeld({ key, text });
      write(key, text);
    },
    [key],
  );
  return [held.key === key ? held.text : read(key), set];
}

function read(key: string): string {
  try {
    return localStorage.getItem(prefix + key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}
