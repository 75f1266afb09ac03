/** Reads that the server carries out: the guard shows nothing of what the reader may not read, and nothing else compiles into an output. */
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import type { DisclosedItem } from '#domain/disclosed.ts';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { taskSchema, type Task } from '#domain/task/schema.ts';
import { addTask } from '#domain/task/transitions.ts';
import { type Holding, holdingSentence } from '#domain/team/holdings.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { LeavingPreview, OwnDataPage } from '#api/reads.ts';
import { query } from '#ports/docs/query.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { importedModules, projectModules, projectPath, projectText } from '#tests/project-files.ts';
import type { ReadContext } from './kernel/read.ts';
import type { ReadGuard } from './kernel/read-guard.ts';

/** Checked by the compiler only: each line is a likely mistake. */
async function mistakes({ work }: ReadContext, guard: ReadGuard, page: Page, task: Task): Promise<void> {
  // @ts-expect-error a read's own part reaches no page
  await work.get(pageSchema, documentPaths.page('t', 'p'));
  // @ts-expect-error and finds no task
  await work.find(taskSchema, query(collectionPaths.tasks('t', 'i')));
  // @ts-expect-error the summary of a page that the guard has not seen is no output
  const first: Holding = { kind: 'page', pageId: page.id, summary: page.summary };
  // @ts-expect-error nor is the text of such a task
  const second: Holding = { kind: 'task', number: 1, text: task.text };
  // @ts-expect-error nor a whole page
  const third: OwnDataPage = { items: [page], next: null };
  // @ts-expect-error a task is not the reader's by saying so
  const fourth: DisclosedItem = guard.ownItem(task);
  expect([first, second, third, fourth]).toHaveLength(4);
}

test('an unguarded page or task in a read’s output does not compile', async () => {
  expectTypeOf(mistakes).returns.resolves.toBeVoid();
  type Shown = Awaited<ReturnType<typeof showSummary>>;
  expectTypeOf<NonNullable<Shown>['summary']>().toExtend<
    NonNullable<Extract<Holding, { kind: 'page' }>['summary']>
  >();
  await Promise.resolve();
});
const showSummary = (guard: ReadGuard, page: Page) => guard.show(page, 'summary');

test('modules of reads do not import functions that bypass the guard', () => {
  const passing = ['functions/kernel/system.ts', 'functions/kernel/unit-of-work.ts'].map(projectPath);
  const modules = projectModules(['functions'], /\.test\.ts$/u);
  const reading = modules.filter((file) => /\bReadHandler<'\w+'>/u.test(projectText(file)));
  expect(reading).toEqual(['functions/mail/read-settings.ts', 'functions/reads.ts']);
  expect(reading.flatMap(importedModules).filter((file) => passing.includes(file))).toEqual([]);
});

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

/** A private incident in which Kwame holds a page and a task, and which he may not read any more. */
async function hidden(): Promise<void> {
  const { incidentId, pageIds } = await stage.call('diego', 'declareIncident', {
    ...{ title: 'Payroll leaked', severity: 'SEV3', serviceIds: [], private: true, alertId: null },
    page: [{ kind: 'people', userIds: ['kwame'] }],
  });
  const what = { id: 'secret', teamId, incidentId, text: 'Call the bank', assignee: 'kwame' };
  const { state } = addTask(what, { by: 'diego', now: stage.server.clock.now() });
  await stage.save(documentPaths.task(teamId, incidentId, 'secret'), state);
  const incident = await stage.incident(incidentId);
  const others = { people: incident.people.filter((userId) => userId !== 'kwame') };
  await stage.save(documentPaths.incident(teamId, incidentId), { ...incident, ...others });
  for (const id of pageIds)
    await stage.save(documentPaths.page(teamId, id), { ...(await stage.page(id)), ...others });
}
const holdings = async (who: string) => {
  const { functions } = await stage.person(who);
  return (await functions.call<{ holdings: Holding[] }>('readHoldings', { teamId, userId: 'kwame' }))
    .holdings;
};
const secrets = /Payroll|bank/u;

describe('a holding in a private incident invisible to its member', () => {
  test('is listed for the member without texts and number', async () => {
    await hidden();
    const held = await holdings('kwame');
    expect(JSON.stringify(held)).not.toMatch(secrets);
    const sentences = held.map(holdingSentence);
    expect(sentences).toContain('A page of a private incident');
    expect(sentences).toContain('A task of a private incident');
    expect(held).toContainEqual({ kind: 'task', number: null, text: null });
  });

  test('is not in the preview of the account’s deletion', async () => {
    await hidden();
    await stage.server.docs.batch([
      { type: 'update', path: documentPaths.team(teamId), changes: { demonstration: false } },
    ]);
    const { functions } = await stage.person('kwame');
    const { teams } = await functions.call<{ teams: LeavingPreview[] }>('readAccountDeletion', {});
    expect(teams.flatMap((team) => team.holdings).map(({ kind }) => kind)).toContain('task');
    expect(JSON.stringify(teams)).not.toMatch(secrets);
  });

  test('is shown to an owner', async () => {
    await hidden();
    const sentences = (await holdings('amara')).map(holdingSentence);
    expect(sentences).toContain('Page: Payroll leaked');
    expect(sentences).toContainEqual(expect.stringMatching(/^Task of #\d+: Call the bank$/u));
  });
});
