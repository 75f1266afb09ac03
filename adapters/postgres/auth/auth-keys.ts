/** Keys of sign-in, made by the first server. */
import type { SqlDatabase } from '../database.ts';
import { newAuthKey } from './secrets.ts';
import type { AuthKeys } from './sign-in-state.ts';

export async function storedAuthKeys(database: SqlDatabase): Promise<AuthKeys> {
  await database.rows("INSERT INTO auth_keys VALUES ('tokens', $1), ('factors', $2) ON CONFLICT DO NOTHING", [
    newAuthKey(),
    newAuthKey(),
  ]);
  const rows = await database.rows<{ name: string; value: string }>('SELECT * FROM auth_keys');
  const keys = new Map(rows.map(({ name, value }) => [name, value]));
  return { tokens: keys.get('tokens') ?? '', factors: keys.get('factors') ?? '' };
}
