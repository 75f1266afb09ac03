/** Placeholder until the storage client lands. */
import type { Storage } from '#ports/storage/storage.ts';
import type { ClientContext } from '../context.ts';

export function createStorage(context: ClientContext): Storage {
  void context;
  return {} as Storage;
}
