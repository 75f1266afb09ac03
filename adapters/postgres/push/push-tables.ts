/** Tables of push registrations and messages. Times: epoch milliseconds. */
export const pushTables: readonly string[] = [
  // The sender's keys, made once: subscriptions are good for these alone.
  'CREATE TABLE push_keys (one boolean PRIMARY KEY DEFAULT true CHECK (one), public_key text NOT NULL, private_key text NOT NULL)',
  // `owner`: who was signed in at the last renewal. `endpoint`, `p256dh`, `auth`: the browser's subscription; null where there is none.
  `CREATE TABLE push_registrations (
    id text COLLATE "C" PRIMARY KEY,
    owner text,
    endpoint text COLLATE "C" UNIQUE,
    p256dh text,
    auth text,
    refreshed bigint NOT NULL
  )`,
  'CREATE INDEX push_registrations_owner ON push_registrations (owner, refreshed)',
  'CREATE INDEX push_registrations_refreshed ON push_registrations (refreshed)',
  `CREATE TABLE push_topics (
    topic text COLLATE "C" NOT NULL,
    registration text COLLATE "C" NOT NULL REFERENCES push_registrations ON DELETE CASCADE,
    PRIMARY KEY (topic, registration)
  )`,
  'CREATE INDEX push_topics_registration ON push_topics (registration)',
  // Messages that neither a page nor a push service has taken. `push_at`: when it is given to the push service next; null for never.
  `CREATE TABLE push_messages (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    registration text COLLATE "C" NOT NULL REFERENCES push_registrations ON DELETE CASCADE,
    id text COLLATE "C" NOT NULL,
    message text NOT NULL,
    topic text COLLATE "C",
    urgency text NOT NULL,
    expires bigint NOT NULL,
    push_at bigint,
    tries int NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX push_messages_registration ON push_messages (registration, number)',
  'CREATE INDEX push_messages_push_at ON push_messages (push_at) WHERE push_at IS NOT NULL',
  'CREATE INDEX push_messages_expires ON push_messages (expires)',
  // Registrations of which a page is open at a process; `seen`: when the process said so last.
  `CREATE TABLE push_inboxes (
    registration text COLLATE "C" NOT NULL REFERENCES push_registrations ON DELETE CASCADE,
    process text COLLATE "C" NOT NULL,
    seen bigint NOT NULL,
    PRIMARY KEY (registration, process)
  )`,
  'CREATE INDEX push_inboxes_process ON push_inboxes (process)',
];
