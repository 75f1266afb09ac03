/** Table of security notices, accessed by `SecurityNotices`. */
export const queuedMailTables: readonly string[] = [
  // Security notices not sent yet. `mail`: JSON, encrypted. `attempts`: number of begun attempts. `due`: time of the next attempt.
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
