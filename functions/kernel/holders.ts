/** Keeps the copy of a page's acknowledgers by which a query finds the pages of one member, whatever changed the page. */
import { acknowledgersOf } from '#domain/page/holder.ts';
import type { Page } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Changes } from './copies.ts';

export function keepHolders({ changed, save }: Pick<Changes, 'changed' | 'save'>): void {
  for (const [path, entity] of changed) {
    const [, teamId, , pageId] = path.split('/');
    if (entity === null || path !== `${collectionPaths.pages(teamId ?? '-')}/${pageId}`) continue;
    const page = entity as Page;
    const holders = acknowledgersOf(page);
    if (holders.join() !== (page.holders ?? []).join()) save(path, { ...page, holders: [...holders] });
  }
}
