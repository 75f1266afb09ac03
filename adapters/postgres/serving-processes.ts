/** Processes that serve a schema, told from connections that stopped or killed processes have left. */
import { applicationName } from './database.ts';
import type { Sql } from './sql.ts';

/** `serving`: a process serves. `ending`: no process serves, and requests of a stopped one still run. */
export type ServingState = 'none' | 'serving' | 'ending';

const mostLooks = 20;

/**
 * Whether processes serve the schema of the search path. Connections that end are waited for. Reads the database's connections: the database
 * ends an idle connection as soon as its process is gone, and a busy one after its statement. So an idle connection that stays belongs to a
 * process, and every serving process has one, which listens. `pause`: between two of at most 20 looks; default: 0.1 s.
 */
export async function servingState(
  sql: Sql,
  pause: () => Promise<unknown> = () => sql.rows('SELECT pg_sleep(0.1)'),
): Promise<ServingState> {
  const [here] = await sql.rows<{ schema: string }>('SELECT current_schema() AS schema');
  for (let looks = 1; ; looks++) {
    await sql.rows('SELECT pg_stat_clear_snapshot()');
    const [found] = await sql.rows<{ all: number; idle: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE state IS DISTINCT FROM 'active')::int AS idle FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $1`,
      [applicationName(here?.schema ?? '')],
    );
    if (!found || found.all === 0) return 'none';
    if (looks === mostLooks) return found.idle > 0 ? 'serving' : 'ending';
    await pause();
  }
}
