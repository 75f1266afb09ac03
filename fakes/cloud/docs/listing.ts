/** Listing for an owner: collections below a document, and missing documents that have something below them. */
import type { DocState } from '#query/doc-state.ts';
import { comparePaths, compareText } from '#query/order.ts';
import type { DocDatabase } from './database.ts';

/** `collections`: the paths of all that hold a document. `parent`: '' for the root. */
export function collectionsBelow(collections: Iterable<string>, parent: string): readonly string[] {
  const prefix = parent === '' ? '' : `${parent}/`;
  return [...partsBelow(collections, prefix)].sort(compareText);
}

export function documentsOf(database: DocDatabase, collection: string): readonly DocState[] {
  const prefix = `${collection}/`;
  const found = new Map<string, DocState>();
  for (const { path, data, version } of database.inCollection(collection))
    found.set(path, { path, data, version });
  for (const id of partsBelow(database.collections(), prefix)) {
    const path = prefix + id;
    if (!found.has(path)) found.set(path, { path, data: null, version: database.currentVersion() });
  }
  return [...found.values()].sort((one, other) => comparePaths(one.path, other.path));
}

/** The part that follows the prefix. */
function partsBelow(paths: Iterable<string>, prefix: string): Set<string> {
  const parts = new Set<string>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const [part = ''] = path.slice(prefix.length).split('/');
    parts.add(part);
  }
  return parts;
}
