/** Published configuration values of a move. */
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedSetting } from '#provider-kit/move/moved-records.ts';
import { PostgresConfig } from '../config/postgres-config.ts';
import type { SqlDatabase } from '../database.ts';

export function settingShelf(database: SqlDatabase): MoveShelf<MovedSetting> {
  const config = new PostgresConfig(database);
  const all = async (): Promise<readonly MovedSetting[]> =>
    Object.entries((await config.published()).values).map(([key, value]) => ({
      key,
      value,
      conditional: {},
    }));
  return {
    page: async () => ({ records: await all(), next: null }),
    get: async (keys) => (await all()).filter(({ key }) => keys.includes(key)),
    async write(records) {
      await config.publish(Object.fromEntries(records.map(({ key, value }) => [key, value])));
    },
  };
}
