/** `muster export`, `plan` and `apply`: the team's configuration as text. */
import { stringify } from 'yaml';
import type { MusterApi } from './api.ts';
import { CliError } from './cli-error.ts';
import type { CliCommand, CliInput } from './command.ts';
import { applyChanges } from './config-text/apply.ts';
import { readCurrent, textOfConfig } from './config-text/current.ts';
import { type ConfigPlan, planOf } from './config-text/plan.ts';
import { readConfigText } from './config-text/read-file.ts';
import { planLines, schemaLine } from './config-text/text-lines.ts';

const usualFile = 'muster.yaml';

export const exportConfig: CliCommand = {
  usage: 'export',
  summary: 'Print schedules, policies, services, runbooks, integrations and routing rules as YAML.',
  options: {},
  async run(api, { now }) {
    const data = textOfConfig((await readCurrent(api, now())).text);
    return { data, lines: [schemaLine, stringify(data, { lineWidth: 100 }).trimEnd()] };
  },
};

export const plan: CliCommand = {
  usage: `plan [${usualFile}]`,
  summary: 'Show what applying a file would change. What the file does not name is left alone.',
  options: {},
  async run(api, input) {
    const planned = await planFor(api, input);
    return { data: planned, lines: planLines(planned) };
  },
};

export const apply: CliCommand = {
  usage: `apply [${usualFile}]`,
  summary: 'Make the changes that plan shows; refused where one would leave nobody on call within a day.',
  options: {},
  async run(api, input) {
    const planned = await planFor(api, input);
    const { changes, obstacles } = planned;
    if (obstacles.length > 0) throw new CliError('conflict', `Nothing was changed.\n${obstacles.join('\n')}`);
    await applyChanges(api, changes);
    const done = changes.length === 0 ? [] : [`Done: ${changes.length} changes.`];
    return { data: planned, lines: [...planLines(planned), ...done] };
  },
};

async function planFor(
  api: MusterApi,
  { positionals: [file = usualFile], now }: CliInput,
): Promise<ConfigPlan> {
  const text = readConfigText(file);
  const at = now();
  return planOf(text, await readCurrent(api, at), at);
}
