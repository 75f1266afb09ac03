/** Checks of the database: version, tables, privileges, connections, notifications, clock, and keys for push. */
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { migrations } from '#adapters/postgres/migrations.ts';
import { tableVersion } from '#adapters/postgres/table-version.ts';
import { failedCheck, passedCheck, type HostFinding, reasonOf, warnedCheck } from './finding.ts';

/** Major versions that the tests run on. */
const [oldestTested, newestTested] = [15, 18];
const [skewWarnMs, skewFailMs] = [2000, 30_000];
/** Connections of one process at most, with those for notifications. */
const ownConnections = 30;

interface DatabaseFacts {
  readonly version: number;
  readonly clock: string;
  readonly may_create: boolean;
  readonly most: number;
  readonly used: number;
  readonly bytes: string;
}

/** `now`: this machine's clock, epoch milliseconds. */
export async function checkDatabase(
  database: SqlDatabase,
  now: () => number,
): Promise<readonly HostFinding[]> {
  const before = now();
  const [facts] = await database.rows<DatabaseFacts>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version,
      extract(epoch FROM clock_timestamp()) * 1000 AS clock,
      has_database_privilege(current_database(), 'CREATE') AS may_create,
      current_setting('max_connections')::int AS most,
      (SELECT count(*)::int FROM pg_stat_activity) AS used,
      pg_database_size(current_database()) AS bytes`,
  );
  const after = now();
  if (!facts) return [failedCheck('Database', 'it answers nothing', 'Look into its log.')];
  return [
    checkVersion(facts),
    checkSkew(Number(facts.clock) - (before + after) / 2, (after - before) / 2),
    checkPlaces(facts),
    ...(await checkTables(database, facts)),
    await checkNotifications(database),
    await checkPushKeys(database),
  ];
}

function checkVersion({ version, bytes }: DatabaseFacts): HostFinding {
  const detail = `PostgreSQL ${version}, ${(Number(bytes) / 1e6).toFixed(0)} MB`;
  if (version < oldestTested)
    return failedCheck('Database', `${detail} is too old`, `Use PostgreSQL ${oldestTested} or newer.`);
  if (version > newestTested)
    return warnedCheck('Database', detail, `Muster is tested up to PostgreSQL ${newestTested}.`);
  return passedCheck('Database', detail);
}

/** `skew`: milliseconds that the database is ahead, give or take `error`. */
function checkSkew(skew: number, error: number): HostFinding {
  const least = Math.max(0, Math.abs(skew) - error);
  const detail = `${(skew / 1000).toFixed(1)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine`;
  const advice = 'Let both machines take the time from the network (NTP): pages go out by their clocks.';
  if (least > skewFailMs) return failedCheck('Clock of the database', detail, advice);
  if (least > skewWarnMs) return warnedCheck('Clock of the database', detail, advice);
  return passedCheck('Clock of the database', detail);
}

function checkPlaces({ most, used }: DatabaseFacts): HostFinding {
  const detail = `${used} of ${most} are used`;
  if (most - used >= ownConnections) return passedCheck('Connections', detail);
  return warnedCheck(
    'Connections',
    detail,
    `Each process uses up to ${ownConnections}: raise max_connections, where it is not this installation that uses them.`,
  );
}

async function checkTables(
  database: SqlDatabase,
  { may_create }: DatabaseFacts,
): Promise<readonly HostFinding[]> {
  const about = 'Tables';
  const version = await tableVersion(database);
  const newest = migrations.length;
  if (version === 0)
    return [
      may_create
        ? warnedCheck(about, 'there are none yet', 'The first start makes them.')
        : failedCheck(
            about,
            'there are none, and this user may not make a schema',
            'GRANT CREATE ON DATABASE … TO …',
          ),
    ];
  if (version > newest)
    return [
      failedCheck(about, `of version ${version}; this program knows ${newest}`, 'Start the newer program.'),
    ];
  if (version < newest)
    return [
      failedCheck(
        about,
        `of version ${version}; this program needs ${newest}`,
        'Run npm run host -- --upgrade.',
      ),
    ];
  const [missing] = await database.rows<{ tables: string | null }>(
    `SELECT string_agg(tablename, ', ') AS tables FROM pg_tables WHERE schemaname = current_schema()
      AND NOT has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT, INSERT, UPDATE, DELETE')`,
  );
  const found = passedCheck(about, `of version ${version}, this program’s`);
  if (missing?.tables)
    return [
      found,
      failedCheck(
        'Privileges',
        `none to change ${missing.tables}`,
        'Let the tables belong to the user who connects.',
      ),
    ];
  if (may_create) return [found];
  return [
    found,
    warnedCheck(
      'Privileges',
      'this user may not make a schema',
      '--upgrade needs it: GRANT CREATE ON DATABASE … TO …',
    ),
  ];
}

/** A pooler in transaction mode loses them. */
async function checkNotifications(database: SqlDatabase): Promise<HostFinding> {
  const about = 'Notifications';
  const advice = 'Connect to PostgreSQL itself, or through a pooler in session mode.';
  try {
    const heard = Promise.withResolvers<boolean>();
    const stop = await database.listen('doctor', () => heard.resolve(true));
    try {
      await database.rows("SELECT pg_notify($1, 'x')", [database.channel('doctor')]);
      // Answers only after notifications that are on their way.
      for (let tries = 0; tries < 20; tries++) {
        await database.rows('SELECT pg_sleep(0.1)');
        if (await Promise.race([heard.promise, Promise.resolve(false)])) return passedCheck(about, 'arrive');
      }
      return failedCheck(about, 'do not arrive', advice);
    } finally {
      stop();
    }
  } catch (error) {
    return failedCheck(about, `can’t be listened to (${reasonOf(error)})`, advice);
  }
}

async function checkPushKeys(database: SqlDatabase): Promise<HostFinding> {
  const about = 'Keys for push';
  const [there] = await database.rows<{ there: boolean }>(
    "SELECT to_regclass('push_keys') IS NOT NULL AS there",
  );
  const keys = there?.there
    ? await database.rows<{ public_key: string; private_key: string }>('SELECT * FROM push_keys')
    : [];
  const [key] = keys;
  if (!key) return warnedCheck(about, 'there are none yet', 'The first start makes them.');
  const sizes = [key.public_key, key.private_key].map((text) => Buffer.from(text, 'base64url').length);
  if (sizes.join() !== '65,32')
    return failedCheck(
      about,
      'are damaged',
      'Restore the table push_keys from a backup: other keys end every registration.',
    );
  return passedCheck(about, 'are there (VAPID)');
}
