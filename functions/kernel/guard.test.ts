/** Accesses that a command's handler can't make: by type, by path, and by import. */
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import * as v from 'valibot';
import type { CommandOutput } from '#api/commands.ts';
import type { Id } from '#domain/base.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { taskSchema } from '#domain/task/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { changeAlert } from '#domain/alert/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { importedModules, projectModules, projectPath, projectText } from '#tests/project-files.ts';
import { apply } from '../apply.ts';
import { createFunctions } from '../index.ts';
import { callableOf, type CommandContext, type CommandHandler } from './command.ts';
import type { Guarded } from './guard.ts';
import { accept } from './command-failed.ts';

/** Checked by the compiler only: each line is what somebody might write by mistake. */
async function mistakes({ work }: CommandContext, known: Alert): Promise<void> {
  const path = documentPaths.alert('t', 'a');
  // @ts-expect-error an alert is given to the handler
  await work.get(alertSchema, path);
  // @ts-expect-error an incident is given to the handler
  await work.get(incidentSchema, documentPaths.incident('t', 'i'));
  // @ts-expect-error a page is given to the handler
  await work.get(pageSchema, documentPaths.page('t', 'p'));
  // @ts-expect-error a delivery is given to the handler
  await work.get(deliverySchema, documentPaths.delivery('t', 'p', 'd'));
  // @ts-expect-error so is what else an incident holds
  await work.get(timelineEventSchema, documentPaths.timelineEvent('t', 'i', 'e'));
  // @ts-expect-error so is what else an incident holds
  await work.get(taskSchema, documentPaths.task('t', 'i', 'x'));
  // @ts-expect-error a query finds none either
  await work.find(alertSchema, query('teams/t/alerts'));
  // @ts-expect-error nor is one saved past the functions that take guarded ones
  work.save(path, known);
  const change = accept(changeAlert(known, { kind: 'resolve' }, { by: 'u', now: 0 }));
  // @ts-expect-error an alert that the guard has not seen is not changed
  await apply(work, 'alert', known, change);
  // @ts-expect-error the transaction tells nothing on a timeline by itself
  work.tell('t', 'i', []);
}

test('the guard returns the types that write functions require', () => {
  expectTypeOf(mistakes).returns.resolves.toBeVoid();
  expectTypeOf<Parameters<CommandHandler<'mergeIncidents'>>>().toEqualTypeOf<
    [
      { teamId: Id; commandId: Id; ageMs?: number; incidentId: Id; intoId: Id },
      CommandContext,
      Guarded<Incident>,
      { readonly intoId: Guarded<Incident> },
    ]
  >();
  expectTypeOf<Parameters<CommandHandler<'linkAlert'>>[3]>().toEqualTypeOf<{
    readonly incidentId: Guarded<Incident> | null;
  }>();
  expectTypeOf<Incident>().not.toExtend<Guarded<Incident>>();
  expectTypeOf<Guarded<Incident>>().toExtend<Incident>();
});

let stage: FunctionsStage | null = null;
let seen: unknown = null;
beforeEach(() => {
  seen = null;
});
afterEach(() => stage?.close());

/** Runs `run` as the body of a command of a member. */
async function inCommand(run: (context: CommandContext) => Promise<unknown>): Promise<void> {
  const functions = createFunctions();
  const joinDemonstration = callableOf('joinDemonstration', async (_, context) => {
    try {
      seen = await run(context);
    } catch (error) {
      seen = error;
    }
    return { revision: 0, role: 'viewer' } satisfies CommandOutput<'joinDemonstration'>;
  });
  stage = await FunctionsStage.open({
    ...functions,
    callables: { ...functions.callables, joinDemonstration },
  });
  await stage.call('diego', 'joinDemonstration', { displayName: 'Diego' });
}

const paths = [
  documentPaths.incident(teamId, 'incident-41'),
  documentPaths.alert(teamId, 'import-alert'),
  documentPaths.page(teamId, 'cards-page'),
  documentPaths.delivery(teamId, 'cards-page', 'd'),
  documentPaths.timelineEvent(teamId, 'incident-41', 'e'),
  documentPaths.attachment(teamId, 'incident-41', 'e'),
];

test.each(paths)('a command schema can’t read %s directly', async (path) => {
  await inCommand(({ work }) => work.get(v.unknown(), path));
  expect(seen).toBeInstanceOf(TypeError);
  await stage?.close();
  await inCommand(({ work }) => work.find(v.unknown(), query(path.slice(0, path.lastIndexOf('/')))));
  expect(seen).toBeInstanceOf(TypeError);
  await stage?.close();
  await inCommand(async ({ work }) => work.save(path, {}));
  expect(seen).toBeInstanceOf(TypeError);
});

test.each(['incidents', 'alerts', 'history', 'pages', 'deliveries', 'timeline', 'tasks', 'attachments'])(
  'a command schema can’t query the group %s directly',
  async (name) => {
    await inCommand(({ work }) => work.find(v.unknown(), collectionGroup(name)));
    expect(seen).toBeInstanceOf(TypeError);
  },
);

test('a command reads and writes entities of its team', async () => {
  const path = documentPaths.device(teamId, 'd');
  await inCommand(({ work }) => work.get(deviceSchema, path));
  expect(seen).toBeNull();
});

test('modules of commands do not import functions that bypass the guard', () => {
  const guarding = ['functions/kernel/system.ts', 'functions/kernel/unit-of-work.ts'].map(projectPath);
  const modules = projectModules(['functions'], /\.test\.ts$/u);
  const commands = modules.filter((file) => /\bCommandHandler<'\w+'>/u.test(projectText(file)));
  expect(commands.length).toBeGreaterThan(5);
  const passing = commands.filter((file) =>
    importedModules(file).some((imported) => guarding.includes(imported)),
  );
  expect(passing).toEqual([]);
});
