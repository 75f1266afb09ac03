/** The hand-over of what a member holds, for commands. */
import type { Member, TeamRole } from '#domain/team/schema.ts';
import type { CommandContext } from '../kernel/command.ts';
import { unitOfWorkOf } from '../kernel/system.ts';
import { handOver } from './holdings/hand-over.ts';

/** Hands over the holdings of a member whose role changes. `role`: the new role; null: the member leaves the team. */
export const handOverIn = (
  { work, by }: CommandContext,
  from: Member,
  replacementId: string | null,
  role: TeamRole | null,
): Promise<void> => handOver(unitOfWorkOf(work), by, from, replacementId, role);
