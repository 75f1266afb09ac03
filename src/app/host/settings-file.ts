/** File of published settings: `{ "announcement": "Drill at noon", "drills": false }`. */
import { createReadStream } from 'node:fs';
import type { PostgresConfig } from '#adapters/postgres/config/postgres-config.ts';
import { readSettings, type SettingsKey, settingsDefaults } from '#api/settings.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { CommandLineError } from '../server-options.ts';
import { logLine, logReport } from './log.ts';

const mostBytes = 100_000;

const isKey = (key: string): key is SettingsKey => Object.hasOwn(settingsDefaults, key);

/** Values as remote configuration has them: what is no text is written as JSON. @throws CommandLineError */
export async function settingsFile(name: string): Promise<Readonly<Record<string, string>>> {
  const problem = (why: string) => new CommandLineError(`--settings: ${name} ${why}`);
  const bytes = await firstBytes(name).catch((error: NodeJS.ErrnoException) => {
    throw problem(`can’t be read (${error.code ?? 'unknown error'}).`);
  });
  if (bytes.length > mostBytes) throw problem(`has more than ${mostBytes} bytes.`);
  const json = parsedJson(bytes);
  if (json === undefined) throw problem('is no JSON.');
  if (!isPlainObject(json)) throw problem('is no JSON object.');
  const unknown = Object.keys(json).find((key) => !isKey(key));
  if (unknown !== undefined)
    throw problem(
      `has “${unknown.slice(0, 100)}”. It may have: ${Object.keys(settingsDefaults).join(', ')}.`,
    );
  const values = Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : textOfJson(value, problem(`at ${key}: It is nested too deeply.`)),
    ]),
  );
  const [wrong] = readSettings((key) => values[key] ?? '').problems;
  if (wrong) throw problem(`at ${wrong.key}: ${wrong.problem}`);
  return values;
}

/** The content, and of a file that is too large (or a device that never ends) one byte more than is allowed. */
async function firstBytes(name: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(name, { end: mostBytes })) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Undefined for bytes that are no JSON in UTF-8. */
function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** @throws `tooDeep` for a value that `JSON.stringify` can't descend into */
function textOfJson(value: unknown, tooDeep: CommandLineError): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw tooDeep;
  }
}

/** Publishes these values and removes all others. Does nothing where nothing differs. */
async function publishWhole(config: PostgresConfig, values: Readonly<Record<string, string>>): Promise<void> {
  const others = Object.keys((await config.published()).values).filter((key) => !Object.hasOwn(values, key));
  await config.publish({ ...Object.fromEntries(others.map((key) => [key, null])), ...values });
}

/**
 * Publishes what the file has, and again at each SIGHUP. A file that is wrong then is logged, and changes nothing. Returns the end.
 * @throws CommandLineError for a file that is wrong at the start
 */
export async function publishSettings(config: PostgresConfig, name: string): Promise<() => void> {
  await publishWhole(config, await settingsFile(name));
  const again = () => {
    settingsFile(name)
      .then((values) => publishWhole(config, values))
      .then(
        () => logLine({ level: 'info', from: 'settings', message: 'The settings are published.' }),
        (error: unknown) =>
          error instanceof CommandLineError
            ? logLine({ level: 'error', from: 'settings', error: error.message })
            : logReport(error, 'settings'),
      );
  };
  process.on('SIGHUP', again);
  return () => void process.off('SIGHUP', again);
}
