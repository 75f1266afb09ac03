/** Rows of uploads. */
import { PortError } from '#ports/errors.ts';
import type { ObjectMetadata, UploadSettings } from '#ports/storage/storage.ts';
import type { UploadStanding } from '#provider-kit/storage/chunk-sender.ts';
import type { Sql } from '../sql.ts';

/** `owner`: who began it, empty for nobody. */
export interface UploadKey {
  readonly owner: string;
  readonly id: string;
}

export interface UploadState extends UploadKey, UploadStanding {
  readonly path: string;
  readonly size: number;
  readonly settings: UploadSettings;
  readonly pieces: readonly string[];
}

interface UploadRow {
  readonly path: string;
  readonly size: string;
  readonly settings: string;
  readonly received: string;
  readonly pieces: readonly string[];
  readonly metadata: string | null;
}

const columns = 'path, size, settings, received, pieces, metadata';

const uploadOf = ({ owner, id }: UploadKey, row: UploadRow): UploadState => ({
  ...{ owner, id, path: row.path, pieces: row.pieces },
  size: Number(row.size),
  settings: JSON.parse(row.settings) as UploadSettings,
  received: Number(row.received),
  metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as ObjectMetadata),
});

export async function readUpload(sql: Sql, key: UploadKey): Promise<UploadState | null> {
  const [row] = await sql.rows<UploadRow>(`SELECT ${columns} FROM uploads WHERE owner = $1 AND id = $2`, [
    key.owner,
    key.id,
  ]);
  return row ? uploadOf(key, row) : null;
}

/** Does nothing when there is one. */
export async function beginUpload(
  sql: Sql,
  { owner, id, path, size, settings }: UploadKey & Pick<UploadState, 'path' | 'size' | 'settings'>,
  now: number,
): Promise<void> {
  await sql.rows(
    `INSERT INTO uploads (owner, id, path, size, settings, started) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT DO NOTHING`,
    [owner, id, path, size, JSON.stringify(settings), now],
  );
}

/** Adds a piece that begins at `offset`; `null`: another one has come there. */
export async function addPiece(
  sql: Sql,
  key: UploadKey,
  offset: number,
  piece: { readonly name: string; readonly size: number },
): Promise<UploadState | null> {
  const [row] = await sql.rows<UploadRow>(
    `UPDATE uploads SET received = received + $4::bigint, pieces = array_append(pieces, $5::text)
    WHERE owner = $1 AND id = $2 AND received = $3::bigint AND metadata IS NULL RETURNING ${columns}`,
    [key.owner, key.id, offset, piece.size, piece.name],
  );
  return row ? uploadOf(key, row) : null;
}

/** Whether the caller is the one who makes the file, until `until`. */
export async function claimUpload(sql: Sql, key: UploadKey, now: number, until: number): Promise<boolean> {
  const [claimed] = await sql.rows(
    `UPDATE uploads SET finishing = $4
    WHERE owner = $1 AND id = $2 AND metadata IS NULL AND finishing <= $3 RETURNING id`,
    [key.owner, key.id, now, until],
  );
  return claimed !== undefined;
}

/** The caller makes the file no more. */
export async function unclaimUpload(sql: Sql, { owner, id }: UploadKey): Promise<void> {
  await sql.rows('UPDATE uploads SET finishing = 0 WHERE owner = $1 AND id = $2', [owner, id]);
}

/** @throws PortError aborted when it is no longer under way */
export async function completeUpload(
  sql: Sql,
  { owner, id }: UploadKey,
  metadata: ObjectMetadata,
): Promise<void> {
  const [completed] = await sql.rows(
    `UPDATE uploads SET metadata = $3, pieces = '{}'
    WHERE owner = $1 AND id = $2 AND metadata IS NULL RETURNING id`,
    [owner, id, JSON.stringify(metadata)],
  );
  if (!completed) throw new PortError('aborted', 'The upload was given up.');
}

/** Names of the contents that had arrived. */
export async function removeUpload(sql: Sql, { owner, id }: UploadKey): Promise<readonly string[]> {
  const [removed] = await sql.rows<{ pieces: readonly string[] }>(
    'DELETE FROM uploads WHERE owner = $1 AND id = $2 RETURNING pieces',
    [owner, id],
  );
  return removed?.pieces ?? [];
}

/** Uploads of an owner in progress: their number, and their bytes once they have arrived. */
export async function uploadsUnderWay(
  sql: Sql,
  owner: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const [row] = await sql.rows<{ count: string; bytes: string }>(
    `SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM uploads
    WHERE owner = $1 AND metadata IS NULL`,
    [owner],
  );
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** Their pieces are past their time, too. */
export async function forgetUploads(sql: Sql, before: number): Promise<void> {
  await sql.rows('DELETE FROM uploads WHERE started < $1', [before]);
}
