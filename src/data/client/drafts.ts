/** What was typed and not yet sent, kept across reloads. */
import { useCallback, useState } from 'react';
import { useMyId } from '../queries/team.tsx';

const prefix = 'muster.draft.';

/**
 * My stored draft under a name, and how to change it; an empty one is forgotten. Another person on the same browser has their
 * own. Works without storage, for this page only.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const me = useMyId();
  const key = me === null ? name : `${me}.${name}`;
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

/** Puts a text under a name where no draft stands: what comes back from the server is as good as typed. */
export function useDraftKeeper(): (name: string, text: string) => void {
  const me = useMyId();
  return useCallback(
    (name, text) => {
      const key = me === null ? name : `${me}.${name}`;
      if (read(key) === '') write(key, text);
    },
    [me],
  );
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
