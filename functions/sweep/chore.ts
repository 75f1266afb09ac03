/** Chore of the sweep: a query of due documents, and the work for each. */
import type * as v from 'valibot';
import { teamOf } from '#domain/set-aside/note.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { where } from '#ports/docs/query.ts';
import { fromDocument, UnreadableDocument } from '#api/codec.ts';

/** `id`: where an entity has one, it is its document's. */
type EntitySchema = v.GenericSchema<unknown, { readonly teamId: string; readonly id?: string }>;

interface ChoreOptions<Entity> {
  /** Collection, queried across all teams. */
  readonly collection: string;
  /** The field with the time that it is due at; null: by name. */
  readonly order: string | null;
  readonly due: readonly ReturnType<typeof where>[];
  run(entity: Entity, path: string): Promise<void>;
}

export interface Chore extends Omit<ChoreOptions<never>, 'run'> {
  /** @throws UnreadableDocument before anything is done */
  read(found: DocSnapshot): () => Promise<void>;
}

export function chore<S extends EntitySchema>(
  schema: S,
  { run, ...options }: ChoreOptions<v.InferOutput<S>>,
): Chore {
  return {
    ...options,
    read: (found) => {
      const entity = fromDocument(schema, found);
      if (entity === null) return () => Promise.resolve();
      if ((entity.id ?? found.id) !== found.id) throw new UnreadableDocument(found.path, 'id');
      if (entity.teamId !== teamOf(found.path)) throw new UnreadableDocument(found.path, 'teamId');
      return () => run(entity, found.path);
    },
  };
}
