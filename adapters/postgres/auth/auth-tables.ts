/** Tables of accounts and their sessions. Secrets that a person or browser has are in them as digests; times are epoch milliseconds. */
export const authTables: readonly string[] = [
  // Keys that this database's tokens are signed with, and secrets of authenticator apps are encrypted with.
  'CREATE TABLE auth_keys (name text PRIMARY KEY, value text NOT NULL)',
  // `password`: a hash. `factors` and `claims`: JSON.
  `CREATE TABLE auth_accounts (
    uid text COLLATE "C" PRIMARY KEY,
    email text COLLATE "C" UNIQUE,
    email_verified boolean NOT NULL,
    display_name text,
    photo_url text,
    anonymous boolean NOT NULL,
    password text,
    email_link boolean NOT NULL,
    factors text NOT NULL,
    claims text NOT NULL,
    disabled boolean NOT NULL,
    created bigint NOT NULL,
    last_sign_in bigint NOT NULL
  )`,
  // `digest`: of the secret that its browser has. `proved`: last proof of who the person is. `claims`: of a custom token, as JSON.
  `CREATE TABLE auth_sessions (
    id text COLLATE "C" PRIMARY KEY,
    digest text COLLATE "C" NOT NULL UNIQUE,
    uid text COLLATE "C" NOT NULL REFERENCES auth_accounts ON DELETE CASCADE,
    provider text NOT NULL,
    factor_id text,
    proved bigint NOT NULL,
    claims text NOT NULL,
    used bigint NOT NULL
  )`,
  'CREATE INDEX auth_sessions_uid ON auth_sessions (uid)',
  // Codes of links in emails. `uid` is null for a sign-in link, which needs no account. `factor`: JSON.
  `CREATE TABLE auth_codes (
    digest text COLLATE "C" PRIMARY KEY,
    operation text NOT NULL,
    uid text COLLATE "C" REFERENCES auth_accounts ON DELETE CASCADE,
    email text NOT NULL,
    previous_email text,
    factor text,
    expires bigint NOT NULL
  )`,
  'CREATE INDEX auth_codes_uid ON auth_codes (uid)',
  'CREATE INDEX auth_codes_expires ON auth_codes (expires)',
  // Sign-ins whose first proof was accepted, and authenticator apps that are being set up. `state`: JSON.
  `CREATE TABLE auth_pending (
    digest text COLLATE "C" PRIMARY KEY,
    kind text NOT NULL,
    uid text COLLATE "C" NOT NULL REFERENCES auth_accounts ON DELETE CASCADE,
    state text NOT NULL,
    expires bigint NOT NULL
  )`,
  'CREATE INDEX auth_pending_uid ON auth_pending (uid)',
  'CREATE INDEX auth_pending_expires ON auth_pending (expires)',
  // Guesses, messages and new accounts, counted until `until`.
  'CREATE TABLE auth_attempts (about text COLLATE "C" PRIMARY KEY, count int NOT NULL, until bigint NOT NULL)',
  'CREATE INDEX auth_attempts_until ON auth_attempts (until)',
];
