/** Which collections there are, and which entity lives where: for the server, and for tools. */
import { collections } from './paths.ts';
import { serverCollections } from './server-paths.ts';

/** Team, collection and id of an entity. */
export interface EntityPlace {
  readonly teamId: string;
  readonly kind: keyof typeof collections;
  readonly id: string;
}

const kindByCollections = new Map(
  Object.entries(collections).map(([kind, names]) => [names.join('/'), kind as keyof typeof collections]),
);

/** Null for what belongs to no team, and for what no client reads. */
export function entityAt(path: string): EntityPlace | null {
  const segments = path.split('/');
  const names = segments.filter((_, at) => at % 2 === 0);
  const kind = kindByCollections.get(names.join('/'));
  const [teamId, id] = [segments[1], segments.at(-1)];
  if (kind === undefined || names[0] !== 'teams' || segments.length % 2 !== 0) return null;
  return teamId === undefined || id === undefined ? null : { teamId, kind, id };
}

/** Every collection that there is, by its name after those of the collections above it. */
export const collectionNames: readonly (readonly string[])[] = [
  ...Object.values(collections),
  ...Object.values(serverCollections),
  ['teams', 'alertKeys'],
  ['teams', 'accessChanges'],
];

/** Every collection below a team, with the names of those below each of its documents: all that there is of a team. */
export const teamCollections: ReadonlyMap<string, readonly string[]> = new Map(
  collectionNames
    .filter((names) => names[0] === 'teams' && names.length === 2)
    .map(([, name = '']) => [
      name,
      collectionNames.flatMap(([, above, below]) => (above === name && below !== undefined ? [below] : [])),
    ]),
);
