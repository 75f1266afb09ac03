/** Statements that make the tables, by version. Released ones are never changed: a change is a new version. */
import { authTables } from './auth/auth-tables.ts';
import { queuedMailTables } from './auth/queued-mail-tables.ts';
import { samlTables } from './auth/social/saml/used-assertions.ts';
import { scimTables } from './auth/scim/scim-records.ts';
import { passkeyTables } from './auth/passkeys/passkey-tables.ts';
import { socialTables } from './auth/social/social-tables.ts';
import { configTables } from './config/config-tables.ts';
import { filesTables } from './files/files-tables.ts';
import { movesTables } from './move/moves-table.ts';
import { performanceTables } from './performance/performance-tables.ts';
import { pushTables } from './push/push-tables.ts';
import { tasksTables } from './tasks/tasks-tables.ts';
import { uploadsTables } from './files/uploads-tables.ts';

export const migrations: readonly (readonly string[])[] = [
  [
    // The version of the last commit: microseconds since the epoch. Each commit locks the row, so that versions grow in the order in which
    // commits become visible.
    'CREATE TABLE store (version bigint NOT NULL, epoch text NOT NULL, indexes text NOT NULL)',
    "INSERT INTO store VALUES (0, md5(random()::text || clock_timestamp()::text), '')",
    // `path`, `collection` and `collection_group` are escaped (docs/names.ts). `name` and the values of `keys` are sort keys
    // (docs/sort-key.ts), those in hexadecimal. `inexact` names fields whose key is cut off.
    `CREATE TABLE docs (
      path text COLLATE "C" PRIMARY KEY,
      collection text COLLATE "C" NOT NULL,
      collection_group text COLLATE "C" NOT NULL,
      name bytea NOT NULL,
      data text NOT NULL,
      keys jsonb NOT NULL,
      inexact text[] NOT NULL,
      version bigint NOT NULL,
      created bigint NOT NULL
    )`,
    'CREATE INDEX docs_collection ON docs (collection, name)',
    'CREATE INDEX docs_group ON docs (collection_group, name)',
    "CREATE INDEX docs_inexact ON docs (collection) WHERE inexact <> '{}'",
    // Commits that were carried out, so that one sent again is not carried out again.
    `CREATE TABLE commits (
      id text COLLATE "C" PRIMARY KEY,
      author text NOT NULL,
      queue text COLLATE "C",
      version bigint NOT NULL,
      docs text NOT NULL
    )`,
    'CREATE INDEX commits_queue ON commits (queue, version) WHERE queue IS NOT NULL',
    'CREATE INDEX commits_version ON commits (version)',
  ],
  [
    // The tree of realtime values as of `tree_version`; each write locks the row and adds to `version`.
    'CREATE TABLE realtime (version bigint NOT NULL, tree_version bigint NOT NULL, tree text NOT NULL)',
    "INSERT INTO realtime VALUES (0, 0, 'null')",
    // Writes by version: places with their new values.
    'CREATE TABLE realtime_writes (version bigint PRIMARY KEY, writes text NOT NULL)',
    // Connections with writes that are made when they end. `seen`: epoch milliseconds.
    'CREATE TABLE realtime_leases (connection text PRIMARY KEY, seen bigint NOT NULL, author text NOT NULL, writes text NOT NULL)',
    'CREATE INDEX realtime_leases_seen ON realtime_leases (seen)',
  ],
  filesTables,
  tasksTables,
  configTables,
  pushTables,
  performanceTables,
  authTables,
  uploadsTables,
  socialTables,
  movesTables,
  samlTables,
  scimTables,
  passkeyTables,
  queuedMailTables,
];
