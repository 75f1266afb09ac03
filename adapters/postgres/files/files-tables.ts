/** Tables of files: their metadata, and the names of contents that belong to none. */
export const filesTables: readonly string[] = [
  'CREATE SEQUENCE file_generations',
  // `content`: its name in the store of contents. `settings`: JSON of what the writer gave. `owner`: who wrote it, null for backend code.
  // `token`: of its download address, null until one is asked for. Times: epoch milliseconds.
  `CREATE TABLE files (
    path text COLLATE "C" PRIMARY KEY,
    content text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    md5 text NOT NULL,
    crc32c text NOT NULL,
    settings text NOT NULL,
    generation bigint NOT NULL,
    metageneration bigint NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    owner text,
    token text
  )`,
  'CREATE INDEX files_owner ON files (owner) WHERE owner IS NOT NULL',
  // Contents in the store that no file has: on their way to one until `until` (epoch milliseconds), then removed. `removing`: has begun.
  `CREATE TABLE loose_contents (
    content text COLLATE "C" PRIMARY KEY,
    until bigint NOT NULL,
    removing boolean NOT NULL DEFAULT false
  )`,
  'CREATE INDEX loose_contents_until ON loose_contents (until)',
];
