/** Placeholder until the docs client lands. */
import type { Docs } from '#ports/docs/docs.ts';
import type { ClientContext } from '../context.ts';

export function createDocs(context: ClientContext): Docs {
  void context;
  return {} as Docs;
}
