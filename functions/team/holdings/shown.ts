/** Holdings of a member as a reader may see them: without the texts of private incidents that the reader may not read. */
import type { Holding } from '#domain/team/holdings.ts';
import type { CommandWork } from '../../kernel/guard.ts';
import type { ReadGuard } from '../../kernel/read-guard.ts';
import { unitOfWorkOf } from '../../kernel/system.ts';
import { heldBy } from './hand-over.ts';
import type { HeldItem } from './kind.ts';

export async function shownHoldings(
  work: CommandWork,
  guard: ReadGuard,
  teamId: string,
  userId: string,
): Promise<readonly Holding[]> {
  const items = (await heldBy(unitOfWorkOf(work), teamId, userId)).flatMap(({ holdings }) => holdings);
  return Promise.all(items.map((item) => shown(item, guard)));
}

async function shown(item: HeldItem, guard: ReadGuard): Promise<Holding> {
  if (item.kind === 'page') {
    const page = await guard.show(item.page, 'summary');
    return { kind: 'page', pageId: item.page.id, summary: page?.summary ?? null };
  }
  if (item.kind !== 'task') return item;
  const task = await guard.show(item.task, 'text');
  return { kind: 'task', number: task && item.number, text: task?.text ?? null };
}
