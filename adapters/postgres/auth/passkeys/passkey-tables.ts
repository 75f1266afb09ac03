/** Tables of passkeys. */
export const passkeyTables: readonly string[] = [
  // Passkeys of an account: `PasskeyRecord`.
  "ALTER TABLE auth_accounts ADD COLUMN passkeys jsonb NOT NULL DEFAULT '[]'",
  'CREATE INDEX auth_accounts_passkeys ON auth_accounts USING gin (passkeys jsonb_path_ops)',
  // Dialogs that are open in browsers. `flow`: digest of the secret of the page. `uid`: of the person signed in; null for a sign-in.
  `CREATE TABLE auth_passkey_flows (
    flow text COLLATE "C" PRIMARY KEY,
    purpose text NOT NULL,
    uid text COLLATE "C" REFERENCES auth_accounts ON DELETE CASCADE,
    challenge text NOT NULL,
    expires bigint NOT NULL
  )`,
  'CREATE INDEX auth_passkey_flows_uid ON auth_passkey_flows (uid)',
  'CREATE INDEX auth_passkey_flows_expires ON auth_passkey_flows (expires)',
];
