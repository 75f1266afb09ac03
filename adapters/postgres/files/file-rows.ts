/** Rows of files, as metadata. */
import type { ObjectChanges, ObjectMetadata, ObjectSettings } from '#ports/storage/storage.ts';
import { PortError } from '#ports/errors.ts';
import { customSize, largestCustom } from '#provider-kit/storage/check.ts';
import { settingsOfMetadata } from '#provider-kit/storage/metadata-settings.ts';
import type { StagedContent } from './loose-contents.ts';

export interface StoredFile {
  readonly metadata: ObjectMetadata;
  /** Name of its content in the store: another one for each content. */
  readonly content: string;
  /** Base64. */
  readonly crc32c: string;
  /** Uid of the content's writer; null for backend code. */
  readonly owner: string | null;
}

export interface StoredFileRow {
  readonly path: string;
  readonly content: string;
  readonly size: string;
  readonly md5: string;
  readonly crc32c: string;
  readonly settings: string;
  readonly generation: string;
  readonly metageneration: string;
  readonly created: string;
  readonly updated: string;
  readonly owner: string | null;
}

export const fileColumns =
  'path, content, size, md5, crc32c, settings, generation, metageneration, created, updated, owner';

const defaultType = 'application/octet-stream';
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export const storedFileOf = (row: StoredFileRow): StoredFile => ({
  metadata: Object.freeze({
    ...(JSON.parse(row.settings) as ObjectSettings),
    path: row.path,
    name: nameOf(row.path),
    size: Number(row.size),
    md5Hash: row.md5,
    generation: row.generation,
    metageneration: row.metageneration,
    createdAt: Number(row.created),
    updatedAt: Number(row.updated),
  }),
  content: row.content,
  crc32c: row.crc32c,
  owner: row.owner,
});

export const valuesOf = ({ metadata, content, crc32c, owner }: StoredFile): readonly unknown[] => [
  ...[metadata.path, content, metadata.size, metadata.md5Hash, crc32c],
  ...[JSON.stringify(settingsOfMetadata(metadata)), metadata.generation, metadata.metageneration],
  ...[metadata.createdAt, metadata.updatedAt, owner],
];

/** A file with a new content. @throws PortError invalid-argument for too large a `custom` */
export function newFile(
  path: string,
  { name: content, size, md5Hash, crc32c }: StagedContent,
  settings: ObjectSettings,
  {
    generation,
    now,
    owner,
  }: { readonly generation: string; readonly now: number; readonly owner: string | null },
): StoredFile {
  checkCustom(settings.custom);
  const name = nameOf(path);
  const metadata: ObjectMetadata = Object.freeze({
    contentType: defaultType,
    contentEncoding: 'identity',
    contentDisposition: `inline; filename*=utf-8''${encodeURIComponent(name)}`,
    ...settings,
    ...{ path, name, size, md5Hash, generation },
    metageneration: '1',
    createdAt: now,
    updatedAt: now,
  });
  return { metadata, content, crc32c, owner };
}

/** A file after a change of its metadata. @throws PortError invalid-argument for too large a `custom` */
export function changedFile(file: StoredFile, changes: ObjectChanges, now: number): StoredFile {
  const { metadata } = file;
  const { custom, ...plain } = changes;
  const settings = { ...settingsOfMetadata(metadata), ...plain };
  const kept = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  const merged = custom === undefined ? metadata.custom : custom && mergedCustom(metadata.custom, custom);
  checkCustom(merged ?? {});
  const { path, name, size, md5Hash, generation, createdAt } = metadata;
  const { custom: _before, ...rest } = kept as ObjectSettings;
  return {
    ...file,
    metadata: Object.freeze({
      contentType: defaultType,
      ...rest,
      ...(merged && { custom: merged }),
      ...{ path, name, size, md5Hash, generation, createdAt },
      metageneration: String(Number(metadata.metageneration) + 1),
      updatedAt: now,
    }),
  };
}

/** `null` removes a key. */
function mergedCustom(
  custom: ObjectSettings['custom'],
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries({ ...custom, ...changes }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  );
}

function checkCustom(custom: Readonly<Record<string, string>> = {}): void {
  if (customSize(custom) > largestCustom)
    throw new PortError('invalid-argument', `Custom metadata may be at most ${largestCustom} bytes.`);
}
