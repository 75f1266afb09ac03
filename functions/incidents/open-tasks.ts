/** Open tasks of an incident that a command has reached. */
import type { Incident } from '#domain/incident/schema.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { CommandWork, Guarded } from '../kernel/guard.ts';
import { unitOfWorkOf } from '../kernel/system.ts';

/** Tasks that are counted; a sentence names no more. */
const most = 100;

export async function countOpenTasks(work: CommandWork, { teamId, id }: Guarded<Incident>): Promise<number> {
  const open = query(collectionPaths.tasks(teamId, id), where('done', '==', false), limit(most));
  return (await unitOfWorkOf(work).find(taskSchema, open)).length;
}
