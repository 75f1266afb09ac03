/** Listings of files, in the order of the UTF-8 bytes of their paths. */
import { PortError } from '#ports/errors.ts';
import type { ServerObjectPage } from '#ports/server/server.ts';
import type { ObjectPage } from '#ports/storage/storage.ts';
import type { Sql } from '../sql.ts';

const prefixOf = (folder: string) => (folder === '' ? '' : `${folder}/`);

/** `0` is the character after `/`: it comes after everything in the folder and before all else. */
const past = (folder: string) => `${folder.slice(0, -1)}0`;

/** No path has control characters, so nothing comes between a path and this. */
const next = (path: string) => `${path}\u0001`;

/** Bounds of what begins with `prefix`; everything when that is empty. */
const endOf = (prefix: string) => (prefix === '' ? null : past(prefix));

function checkToken(prefix: string, token: string): void {
  if (!token.startsWith(prefix) || token === prefix || !token.isWellFormed() || token.includes('\0'))
    throw new PortError('invalid-argument', 'This page token is not of this listing.');
}

/**
 * Files and folders directly in a folder. Cost: proportional to the result; a folder's content is skipped. A token is the last entry; a
 * folder's ends in `/`.
 */
export async function listFolder(
  sql: Sql,
  folder: string,
  max: number,
  pageToken: string | null,
): Promise<ObjectPage> {
  const prefix = prefixOf(folder);
  if (pageToken !== null) checkToken(prefix, pageToken);
  const from = pageToken === null ? prefix : pageToken.endsWith('/') ? past(pageToken) : next(pageToken);
  const rows = await sql.rows<{ entry: string }>(
    `WITH RECURSIVE entries (entry) AS (
      SELECT ${entryAt('$2')}
      UNION ALL
      SELECT ${entryAt(`CASE WHEN right(entry, 1) = '/' THEN left(entry, -1) || '0' ELSE entry || E'\\x01' END`)}
      FROM entries WHERE entry IS NOT NULL
    )
    SELECT entry FROM entries WHERE entry IS NOT NULL LIMIT $4`,
    [prefix, from, endOf(prefix), max + 1],
  );
  const entries = rows.slice(0, max).map(({ entry }) => entry);
  return {
    objects: entries.filter((entry) => !entry.endsWith('/')),
    folders: entries.filter((entry) => entry.endsWith('/')).map((entry) => entry.slice(0, -1)),
    nextPageToken: rows.length > max ? (entries.at(-1) ?? null) : null,
  };
}

/** The first object or folder from a path on. $1: prefix, $3: end of the listing. */
const entryAt = (from: string) => `(
  SELECT CASE WHEN strpos(substr(path, length($1) + 1), '/') = 0 THEN path
    ELSE $1 || split_part(substr(path, length($1) + 1), '/', 1) || '/' END
  FROM files WHERE path >= (${from}) COLLATE "C" AND ($3::text IS NULL OR path < $3 COLLATE "C")
  ORDER BY path LIMIT 1
)`;

/** Files in a folder at any depth. A token is the last path. */
export async function listBelow(
  sql: Sql,
  folder: string,
  max: number,
  pageToken: string | null,
): Promise<ServerObjectPage> {
  const prefix = prefixOf(folder);
  if (pageToken !== null) checkToken(prefix, pageToken);
  const rows = await sql.rows<{ path: string; size: string; created: string }>(
    `SELECT path, size, created FROM files
    WHERE path >= $1 AND ($2::text IS NULL OR path < $2) ORDER BY path LIMIT $3`,
    [pageToken === null ? prefix : next(pageToken), endOf(prefix), max + 1],
  );
  const objects = rows
    .slice(0, max)
    .map(({ path, size, created }) => ({ path, size: Number(size), createdAt: Number(created) }));
  return { objects, nextPageToken: rows.length > max ? (objects.at(-1)?.path ?? null) : null };
}
