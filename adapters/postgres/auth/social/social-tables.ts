/** Tables of sign-in at providers. */
export const socialTables: readonly string[] = [
  // Accounts at providers: `{ provider, subject, email, displayName }`.
  "ALTER TABLE auth_accounts ADD COLUMN identities jsonb NOT NULL DEFAULT '[]'",
  'CREATE INDEX auth_accounts_identities ON auth_accounts USING gin (identities jsonb_path_ops)',
  // `flow`: digest of the secret of the page that has begun it. `ticket`: digest of what its browser got with the provider's answer.
  `CREATE TABLE auth_social_flows (
    state text COLLATE "C" PRIMARY KEY,
    flow text COLLATE "C" NOT NULL UNIQUE,
    provider text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    back text,
    ticket text,
    profile text,
    expires bigint NOT NULL
  )`,
  'CREATE INDEX auth_social_flows_expires ON auth_social_flows (expires)',
];
