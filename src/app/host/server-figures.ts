/** Figures of the host for its screen of diagnostics. */
import type { ServerFigures } from '#api/reads.ts';
import { PostgresConfig } from '#adapters/postgres/config/postgres-config.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { PostgresPerformance } from '#adapters/postgres/performance/postgres-performance.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { logReport } from './log.ts';

const dayMs = 24 * 3_600_000;

/** Figures of the last day, of all processes of the database. */
export function hostFigures(database: SqlDatabase, clock: Clock): () => Promise<ServerFigures> {
  const config = new PostgresConfig(database);
  const performance = new PostgresPerformance({
    ...{ database, clock, report: (error: unknown) => logReport(error, 'performance') },
  });
  return async () => {
    const [published, durations] = await Promise.all([config.published(), performance.summary(dayMs)]);
    return { published, durations, ofMs: dayMs };
  };
}
