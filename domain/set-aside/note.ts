/** Documents that the server could not work with: each attempt makes the pause before the next one longer. */
import { minute } from '../constants.ts';
import { sha256Hex } from '../digest.ts';
import { isId, system } from '../base.ts';
import type { SetAside } from './schema.ts';

const longestPauseMinutes = 60;

/** 1, 2, 4 … 60 minutes. */
const pauseAfter = (attempts: number): number => Math.min(longestPauseMinutes, 2 ** (attempts - 1)) * minute;

/** The team in whose folder a document lies; null for one that lies in none, or in one of no valid id. */
export function teamOf(path: string): string | null {
  const [top, teamId, ...rest] = path.split('/');
  return top === 'teams' && teamId && isId(teamId) && rest.length > 0 ? teamId : null;
}

/** The note about one more attempt; `before` the last one, of the same kind or not. */
export function notedAgain(
  before: SetAside | null,
  about: Pick<SetAside, 'teamId' | 'path' | 'kind' | 'reason'>,
  now: number,
): SetAside {
  const attempts = before?.kind === about.kind ? before.attempts + 1 : 1;
  return {
    ...about,
    id: setAsideId(about.path),
    createdAt: before?.createdAt ?? now,
    createdBy: system,
    revision: (before?.revision ?? 0) + 1,
    attempts,
    lastAt: now,
    tryAgainAt: now + pauseAfter(attempts),
  };
}

/** Id of the note about a document, one each. */
export const setAsideId = (path: string): string => sha256Hex(path).slice(0, 32);
