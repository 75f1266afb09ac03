/** Table of uploads: those under way, and those just completed whose answer may have been lost. */
export const uploadsTables: readonly string[] = [
  // `owner`: who began it, empty for nobody. `settings`: JSON of what the writer gave. `pieces`: names of the contents that have arrived, in
  // order. `metadata`: JSON of the file, null until it is there. `finishing`: until when somebody makes the file. Times: epoch milliseconds.
  `CREATE TABLE uploads (
    owner text NOT NULL,
    id text COLLATE "C" NOT NULL,
    path text NOT NULL,
    size bigint NOT NULL,
    settings text NOT NULL,
    started bigint NOT NULL,
    received bigint NOT NULL DEFAULT 0,
    pieces text[] NOT NULL DEFAULT '{}',
    finishing bigint NOT NULL DEFAULT 0,
    metadata text,
    PRIMARY KEY (owner, id)
  )`,
  'CREATE INDEX uploads_started ON uploads (started)',
];
