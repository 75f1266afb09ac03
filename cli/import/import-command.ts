/** `muster import`: schedules and policies of another tool as configuration text, which `plan` and `apply` take. */
import { existsSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { CliError } from '../cli-error.ts';
import type { CliCommand } from '../command.ts';
import { readCurrent, textOfConfig } from '../config-text/current.ts';
import { planOf } from '../config-text/plan.ts';
import { planLines, schemaLine } from '../config-text/text-lines.ts';
import { configOfImport } from './config-of-import.ts';
import { type ImportNote, ImportNotes } from './imported.ts';
import { matchPeople, personText } from './match-people.ts';
import { readOnCallExport } from './oncall.ts';
import { readPagerDuty } from './pagerduty.ts';
import { readExports } from './read-exports.ts';

const sources = {
  pagerduty: { read: readPagerDuty, prefix: 'pd-' },
  oncall: { read: readOnCallExport, prefix: 'oncall-' },
} as const;
type Source = keyof typeof sources;

const isSource = (name: string): name is Source => Object.hasOwn(sources, name);

const usualOutput = 'muster-import.yaml';

export const importConfig: CliCommand = {
  usage: `import --from pagerduty|oncall FILE|FOLDER… [--out ${usualOutput}] [--without ADDRESS]… [--dry-run]`,
  summary:
    'Read an export of PagerDuty’s or Grafana OnCall’s API, say what can’t be carried over, and write the rest for plan and apply.',
  options: {
    from: { type: 'string' },
    out: { type: 'string', short: 'o' },
    without: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean' },
  },
  async run(api, { positionals, text, texts, flag, now }) {
    const from = text('from') ?? '';
    if (!isSource(from))
      throw new CliError('usage', 'Say where it comes from: --from pagerduty, or --from oncall.');
    if (positionals.length === 0)
      throw new CliError('usage', 'Name the files or the folder with the answers of the API.');
    const file = text('out') ?? usualOutput;
    const isDry = flag('dry-run');
    if (!isDry && existsSync(file))
      throw new CliError('usage', `${file} is there already. Choose another name with --out, or remove it.`);
    const [{ read, prefix }, at, notes] = [sources[from], now(), new ImportNotes()];
    const exported = read(readExports(positionals), notes, at);
    const people = await matchPeople(api, exported);
    const without = new Set(texts('without').map((address) => address.toLowerCase()));
    const config = configOfImport(exported, { people, without, prefix, notes });
    const unknown = [...people.values()].filter(
      ({ userId, person }) => userId === null && !without.has(person.email.toLowerCase()),
    );
    const count = [config.schedules, config.policies].map((entries) => Object.keys(entries ?? {}).length);
    const report = [
      `${count[0]} of ${exported.found.schedules} schedules and ${count[1]} of ${exported.found.policies} policies are carried over.`,
      ...section('Not in the team:', unknown.map(personText)),
      ...section('Left out:', noteLines(notes.all, 'left-out')),
      ...section('Not quite the same:', noteLines(notes.all, 'differs')),
    ];
    const planned = planOf(config, await readCurrent(api, at), { now: at, prune: false });
    const data = { unknownPeople: unknown.map(personText), notes: notes.all, plan: planned };
    if (isDry) return { data, lines: [...report, '', 'Applied, it would be:', ...planLines(planned)] };
    const comments = report.map((line) => (line === '' ? '#' : `# ${oneLine(line)}`));
    writeFileSync(
      file,
      `${[schemaLine, ...comments, stringify(textOfConfig(config), { lineWidth: 100 })].join('\n')}`,
      {
        flag: 'wx',
      },
    );
    return { data, lines: [...report, '', `Written to ${file}. Look at it, then: muster plan ${file}`] };
  },
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

const noteLines = (notes: readonly ImportNote[], wanted: ImportNote['kind']): readonly string[] =>
  notes.filter(({ kind }) => kind === wanted).map(({ place, sentence }) => `${place}: ${sentence}`);

/** Text of an export can't end a comment. */
const oneLine = (line: string): string => line.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
