/** Target of a listen stream. */
import type { Listened } from '#fakes/cloud/docs/protocol.ts';
import { PortError } from '#ports/errors.ts';
import { platformPath } from '#firebase-rules/platform/arguments.ts';
import type { WireTarget } from './messages.ts';
import type { ResourceNames } from './names.ts';
import { queryFrom } from './queries.ts';
import { refusing } from './status.ts';

/** @throws PortError invalid-argument, unimplemented */
export function listenedIn({ query, documents }: WireTarget, names: ResourceNames): Listened {
  if (query) return { query: queryFrom(names, query.parent, query.structuredQuery) };
  const [name, ...others] = documents?.documents ?? [];
  if (name === undefined || others.length > 0)
    throw new PortError('unimplemented', 'A target is a query, or one document.');
  return { doc: refusing(() => platformPath(names.pathOf(name))) };
}
