/**
 * Schemas for tests: one that an earlier test has left is emptied and used again, because making the tables takes more processor time than
 * most tests do. Declared indexes stay, as in a database whose documents were all removed.
 */
import { openDatabase, type DatabaseOptions, type SqlDatabase } from '#adapters/postgres/database.ts';
import { migrations } from '#adapters/postgres/migrations.ts';

/** Rows that the migrations insert. */
const firstRows = migrations.flat().filter((statement) => !/^\s*(?:CREATE|ALTER|DROP)\b/u.test(statement));

const emptyAll = `DO $$
  DECLARE
    one regclass;
    declared text;
  BEGIN
    SELECT indexes INTO declared FROM store;
    FOR one IN SELECT oid FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migrations'
    LOOP EXECUTE format('DELETE FROM %s', one); END LOOP;
    PERFORM setval(seqrelid::regclass, seqstart, false) FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid
      WHERE relnamespace = current_schema()::regnamespace;
    ${firstRows.map((statement) => `${statement};`).join('\n    ')}
    UPDATE store SET indexes = declared;
  END $$`;

/** A change of a table or of an index changes its row of the catalog. */
const catalogText = `SELECT string_agg(oid || ' ' || relname || ' ' || xmin, ',' ORDER BY oid) AS text FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relname NOT LIKE 'declared\\_%'`;

export class ReusedSchemas {
  /** Catalog of each schema when its tables were made. */
  private readonly made = new Map<string, string | null>();
  private free: string[] = [];
  private inUse: string[] = [];
  private inTest = false;

  /** Before each test: what the tests before it have left may be used again. */
  begin(): void {
    this.free.push(...this.inUse.splice(0));
    this.inTest = true;
  }

  /** After each test. A schema that is opened between tests is not used again. */
  end(): void {
    this.inTest = false;
  }

  /** Opens an emptied schema, or else the one that `newName` names. */
  async open(
    options: Omit<DatabaseOptions, 'schema'>,
    newName: () => string,
  ): Promise<{ readonly database: SqlDatabase; readonly schema: string }> {
    const waiting = this.free.splice(0);
    for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
      // A schema whose version a test has changed can't be opened.
      const database = await openDatabase({ ...options, schema }).catch(() => null);
      if (database === null) continue;
      const state = await this.emptied(database, schema);
      if (state === 'emptied') {
        this.free.push(...waiting);
        if (this.inTest) this.inUse.push(schema);
        return { database, schema };
      }
      await database.close();
      if (state === 'connected') this.free.push(schema);
    }
    const schema = newName();
    const database = await openDatabase({ ...options, schema });
    if (this.inTest) {
      this.made.set(schema, await catalogOf(database));
      this.inUse.push(schema);
    }
    return { database, schema };
  }

  private async emptied(database: SqlDatabase, schema: string): Promise<'emptied' | 'connected' | 'changed'> {
    const [others] = await database.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND
        (application_name = $1 OR starts_with(application_name, $1 || ' '))`,
      [`muster ${schema}`],
    );
    if (others?.count !== 0) return 'connected';
    if ((await catalogOf(database)) !== this.made.get(schema)) return 'changed';
    await database.rows(emptyAll);
    return 'emptied';
  }
}

const catalogOf = async (database: SqlDatabase): Promise<string | null> =>
  (await database.rows<{ text: string | null }>(catalogText))[0]?.text ?? null;
