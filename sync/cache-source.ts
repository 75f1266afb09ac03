import type { CachedAnswer, CachedDoc, CacheState } from './stored-records.ts';

/** Current state of the records of a cache; `null` for one that is gone. */
export interface CacheSource {
  state(): CacheState;
  doc(path: string): CachedDoc | null;
  answer(key: string): CachedAnswer | null;
}
