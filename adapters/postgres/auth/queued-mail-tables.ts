/** Table of security notices, accessed by `SecurityNotices`. */
export const queuedMailTables: readonly string[] = [
  // Security notices that are not sent yet. `mail`: JSON, encrypted. `attempts`: those that have begun. `due`: the next one.
  `CREATE TABLE auth_queued_mails (
    id text COLLATE "C" PRIMARY KEY,
    uid text COLLATE "C" NOT NULL REFERENCES auth_accounts ON DELETE CASCADE,
    mail text NOT NULL,
    attempts int NOT NULL,
    due bigint NOT NULL
  )`,
  'CREATE INDEX auth_queued_mails_uid ON auth_queued_mails (uid)',
  'CREATE INDEX auth_queued_mails_due ON auth_queued_mails (due)',
];
