/** docs/write-a-provider.md: its code is that of the minimal provider, and the suite notices each step that is left out. */
import { expect, it } from 'vitest';
import { read } from '#tests/project/docs/pages.ts';
import { docsContract } from '#contracts/docs.contract.ts';
import { type PlayableScenario, scenariosOf } from '#contracts/harness.ts';
import { forgottenSteps } from './forgotten-steps.ts';
import { minimalProvider } from './provider.ts';

const guide = await read('docs/write-a-provider.md');

/** Blocks of code with the file that each is taken from. */
const blocks = [...guide.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, file = '', code = '']) => ({
  file,
  // “…” stands for lines that the page leaves out.
  parts: code.split(/^\s*\/\/ …\n/m).filter((part) => part.trim() !== ''),
}));

it('the guide shows each file of the minimal provider', () => {
  const files = new Set(blocks.map(({ file }) => file));
  for (const file of ['limits', 'plain-store', 'docs-backend'])
    expect(files).toContain(`contracts/minimal/${file}.ts`);
});

it.each(blocks)('the code of $file in the guide equals the file', async ({ file, parts }) => {
  const source = await read(file);
  for (const part of parts) expect(source).toContain(part);
});

const scenarioNamed = (name: string, all: readonly PlayableScenario[]): PlayableScenario => {
  const scenario = all.find((one) => one.name === name);
  if (!scenario) throw new Error(`There is no scenario “${name}”.`);
  return scenario;
};

/** Macrotasks after which a scenario that waits for something will wait forever: no time passes on a stage by itself. */
const mostTurns = 5000;

/** First line of a scenario's error. */
async function failureOf({ play }: PlayableScenario): Promise<string> {
  const end = { reached: false };
  const played = play()
    .then(
      () => 'passes',
      (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)),
    )
    .finally(() => (end.reached = true));
  const turns = async () => {
    for (let turn = 0; turn < mostTurns && !end.reached; turn++)
      await new Promise((next) => setImmediate(next));
    return 'nothing: it waits';
  };
  return Promise.race([played, turns()]);
}

it.each(forgottenSteps)(
  'without “$step” the suite fails as the guide says',
  async ({ step, without, scenario }) => {
    const whole = scenariosOf(() => docsContract(minimalProvider({ gaps: {} })));
    await scenarioNamed(scenario, whole).play();
    const broken = scenariosOf(() => docsContract(minimalProvider({ gaps: {}, through: without })));
    const message = await failureOf(scenarioNamed(scenario, broken));
    expect(guide).toContain(`| ${step} | ${scenario.replace(/^.* › /, '')} | ${message} |`);
  },
);
