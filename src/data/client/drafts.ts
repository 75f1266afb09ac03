/** Drafts of unsent input of one person in one team, stored across reloads. */
import { useCallback, useMemo, useState } from 'react';
import { useTeamIfAny } from '../queries/team.tsx';

const prefix = 'muster.draft.';

/** Storage of a draft. */
interface Place {
  readonly key: string;
  /** Key of drafts from before they carried their team; `null` for none. */
  readonly formerKey: string | null;
}

function usePlaces(): (name: string) => Place {
  const access = useTeamIfAny();
  const me = access?.me.id;
  const team = access?.team.id;
  return useCallback(
    (name) =>
      me === undefined || team === undefined
        ? { key: name, formerKey: null }
        : { key: `${me}.${team}.${name}`, formerKey: `${me}.${name}` },
    [me, team],
  );
}

/**
 * The stored draft under a name, and how to change it; an empty one is removed. Another person on the same browser has drafts of
 * their own, and so has each team of one person. Without storage a draft lives as long as the page.
 */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const place = usePlaces()(name);
  const { key } = place;
  const [held, setHeld] = useState(() => ({ key, text: find(place) }));
  const text = held.key === key ? held.text : find(place);
  if (held.key !== key) setHeld({ key, text });
  const set = useCallback(
    (next: string) => {
      setHeld({ key, text: next });
      write(key, next);
    },
    [key],
  );
  return [text, set];
}

export interface DraftStore {
  /** Empty for none. */
  read(name: string): string;
  write(name: string, text: string): void;
}

/** The stored drafts of this person in this team, for what is no field of a form. */
export function useDraftStore(): DraftStore {
  const places = usePlaces();
  return useMemo(
    () => ({ read: (name) => find(places(name)), write: (name, text) => write(places(name).key, text) }),
    [places],
  );
}

/** Removes every draft of a person in one team. */
export function forgetDrafts(uid: string, teamId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${prefix}${uid}.${teamId}.`)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** A draft without a team becomes one of the team in which it is asked for first. */
function find({ key, formerKey }: Place): string {
  const text = read(key);
  if (text !== '' || formerKey === null) return text;
  const former = read(formerKey);
  if (former === '') return '';
  write(key, former);
  write(formerKey, '');
  return former;
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
