/** `muster export`, `plan` and `apply`: the team's configuration as text. */
import { stringify } from 'yaml';
import type { MusterApi } from './api.ts';
import { CliError } from './cli-error.ts';
import type { CliCommand, CliInput } from './command.ts';
import { applyPlan } from './config-text/apply.ts';
import { readCurrent, textOfConfig } from './config-text/current.ts';
import { type ConfigPlan, planOf } from './config-text/plan.ts';
import { readConfigText } from './config-text/read-file.ts';
import { planLines, schemaLine } from './config-text/text-lines.ts';

const usualFile = 'muster.yaml';

export const exportConfig: CliCommand = {
  usage: 'export',
  summary:
    'Print schedules, policies, services, runbooks, integrations, heartbeats and routing rules as YAML.',
  options: {},
  async run(api, { now }) {
    const data = textOfConfig((await readCurrent(api, now())).text);
    return { data, lines: [schemaLine, stringify(data, { lineWidth: 100 }).trimEnd()] };
  },
};

const prune = { prune: { type: 'boolean' } } as const;

export const plan: CliCommand = {
  usage: `plan [${usualFile}] [--prune]`,
  summary:
    'Show what applying a file would change. What the file does not name is left alone, or with --prune removed, in the parts that the file has.',
  options: prune,
  async run(api, input) {
    const planned = await planFor(api, input);
    return { data: planned, lines: planLines(planned) };
  },
};

export const apply: CliCommand = {
  usage: `apply [${usualFile}] [--prune --confirm NUMBER]`,
  summary:
    'Make the changes that plan shows; rejected where one would leave nobody on call within a day. Removals are confirmed by their number.',
  options: { ...prune, confirm: { type: 'string' } },
  async run(api, input) {
    const planned = await planFor(api, input);
    const { changes, removals, obstacles } = planned;
    if (obstacles.length > 0) throw new CliError('conflict', `Nothing was changed.\n${obstacles.join('\n')}`);
    requireConfirmation(planned, input.text('confirm'));
    await applyPlan(api, planned);
    const count = changes.length + removals.length;
    return {
      data: planned,
      lines: [...planLines(planned), ...(count === 0 ? [] : [`Done: ${count} changes.`])],
    };
  },
};

/** Number of removals in the plan that was read: another number means that the plan has changed since. */
function requireConfirmation(planned: ConfigPlan, confirmed: string | undefined): void {
  const { removals } = planned;
  if (confirmed === undefined ? removals.length === 0 : confirmed === String(removals.length)) return;
  throw new CliError(
    'usage',
    `Nothing was changed. The plan has ${removals.length} removals; look at it, and confirm them with: --prune --confirm ${removals.length}\n${planLines(planned).join('\n')}`,
  );
}

async function planFor(api: MusterApi, input: CliInput): Promise<ConfigPlan> {
  const [file = usualFile] = input.positionals;
  const text = readConfigText(file);
  const now = input.now();
  return planOf(text, await readCurrent(api, now), { now, prune: input.flag('prune') });
}
