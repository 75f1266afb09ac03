/** The command line: reads arguments, runs one command, prints its answer, and says by the exit code how it went. */
import { parseArgs } from 'node:util';
import { openApi } from './api.ts';
import { CliError, exitCodes } from './cli-error.ts';
import type { CliCommand, CliInput } from './command.ts';
import { completionScript } from './completion.ts';
import { type Environment, readCliConfig } from './config.ts';
import { apply, exportConfig, plan } from './config-commands.ts';
import { importConfig } from './import/import-command.ts';
import { declare, log, page } from './incident-commands.ts';
import { ack, oncall } from './page-commands.ts';

export interface CliWorld {
  readonly env: Environment;
  readonly fetch: typeof globalThis.fetch;
  now(): number;
  /** Gets whole lines. */
  out(text: string): void;
  err(text: string): void;
}

const commands: Readonly<Record<string, CliCommand>> = {
  declare,
  ack,
  oncall,
  page,
  log,
  export: exportConfig,
  plan,
  apply,
  import: importConfig,
};

const help = (): string =>
  [
    'muster: incidents, pages and who is on call, from a terminal.',
    '',
    ...Object.values(commands).map(({ usage, summary }) => `  muster ${usage}\n      ${summary}`),
    '  muster completion bash|zsh|fish\n      Print completion for a shell.',
    '',
    'Options of all commands: --json prints data, --help explains.',
    'Server and key: MUSTER_URL and MUSTER_API_KEY, or ~/.config/muster.json (chmod 600) with "url" and "key".',
    `Exit codes: 0 done, ${Object.entries(exitCodes)
      .map(([reason, code]) => `${code} ${reason.replace('_', ' ')}`)
      .join(', ')}, 1 a fault of this program.`,
  ].join('\n');

/** The exit code. */
export async function runCli(args: readonly string[], world: CliWorld): Promise<number> {
  try {
    world.out(await outputOf(args, world));
    return 0;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    world.err(withoutControls(`muster: ${error.message}`));
    return exitCodes[error.reason];
  }
}

async function outputOf([name = 'help', ...rest]: readonly string[], world: CliWorld): Promise<string> {
  if (['help', '--help', '-h'].includes(name)) return help();
  if (name === 'completion') return completionScript(rest[0] ?? '', commands);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new CliError(
      'usage',
      `There is no command “${name}”. Use one of ${Object.keys(commands).join(', ')}.`,
    );
  const input = { ...inputOf(command, rest), now: world.now };
  if (input.flag('help')) return `muster ${command.usage}\n${command.summary}`;
  const api = openApi(readCliConfig(world.env), world.fetch);
  const { lines, data } = await command.run(api, input);
  return input.flag('json')
    ? withoutControls(JSON.stringify(data, null, 2))
    : withoutControls(lines.join('\n'));
}

function inputOf({ options, usage }: CliCommand, args: readonly string[]): Omit<CliInput, 'now'> {
  try {
    const all = { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options: all, allowPositionals: true });
    const given = new Map<string, unknown>(Object.entries(values));
    const texts = (name: string) => [given.get(name) ?? []].flat().filter((one) => typeof one === 'string');
    return { positionals, texts, text: (name) => texts(name)[0], flag: (name) => given.get(name) === true };
  } catch (error) {
    throw new CliError(
      'usage',
      `${error instanceof Error ? error.message : String(error)}\nUsage: muster ${usage}`,
    );
  }
}

/** Text that other people wrote can't control the terminal. */
const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '�');
