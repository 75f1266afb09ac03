/** Assertions that were accepted: each is good once, for all servers of a database. */
import type { SocialProvider } from '#ports/auth/auth.ts';
import type { Sql } from '../../../sql.ts';
import { secretDigest } from '../../secrets.ts';
import type { AcceptedAssertion } from './saml-assertion.ts';

/** `digest`: of provider and id. `expires`: from then on its times are not accepted. */
export const samlTables: readonly string[] = [
  'CREATE TABLE auth_saml_assertions (digest text COLLATE "C" PRIMARY KEY, expires bigint NOT NULL)',
  'CREATE INDEX auth_saml_assertions_expires ON auth_saml_assertions (expires)',
];

/** False for one that was used before. */
export async function useAssertion(
  sql: Sql,
  provider: SocialProvider,
  { id, expiresAt }: Pick<AcceptedAssertion, 'id' | 'expiresAt'>,
): Promise<boolean> {
  const added = await sql.rows(
    'INSERT INTO auth_saml_assertions VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING digest',
    [secretDigest(`${provider} ${id}`), expiresAt],
  );
  return added.length > 0;
}
