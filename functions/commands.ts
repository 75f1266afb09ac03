/** The handler of every command in the catalogue. A command without one does not compile. */
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import type { Callable } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { accountHandlers } from './account/commands.ts';
import { alertHandlers } from './alerts/commands.ts';
import { coverHandlers } from './cover/commands.ts';
import { pushHandlers } from './channels/push/commands.ts';
import { incidentHandlers } from './incidents/commands.ts';
import type { ActingProgram } from './kernel/acting-program.ts';
import { callableOf, type CommandHandlers } from './kernel/command.ts';
import { noticeHandlers } from './notices/commands.ts';
import { onDemandHandlers } from './on-demand-handlers.ts';
import { notificationHandlers } from './notifications/commands.ts';
import { pageHandlers } from './pages/commands.ts';
import { readinessHandlers } from './readiness/commands.ts';
import { overrideHandlers } from './schedules/overrides.ts';
import { scheduleHandlers } from './schedules/commands.ts';
import { memberHandlers } from './team/members.ts';
import { teamHandlers } from './team/commands.ts';
import { profileHandlers } from './team/profile.ts';

const handlers: CommandHandlers = {
  ...teamHandlers,
  ...profileHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...incidentHandlers,
  ...pageHandlers,
  ...pushHandlers,
  ...readinessHandlers,
  ...alertHandlers,
  ...scheduleHandlers,
  ...overrideHandlers,
  ...coverHandlers,
  ...noticeHandlers,
  ...notificationHandlers,
  ...onDemandHandlers,
};

const runnerOf = <N extends CommandName>(name: N) => callableOf(name, handlers[name]);
const wrap =
  (name: CommandName): Callable =>
  (input, context) =>
    runnerOf(name)(input, context);

/** A program that acts for a person, proved at a time: epoch milliseconds. */
export interface ProgramOfPerson {
  readonly program: ActingProgram;
  readonly userId: string;
  readonly provedAt: number;
}

/** Carries out a command in the name of the person for whom a program acts. */
export const runForProgram = (
  name: CommandName,
  input: unknown,
  server: ServerPorts,
  { program, userId, provedAt }: ProgramOfPerson,
): Promise<object> => {
  const caller = { uid: userId, claims: { auth_time: Math.floor(provedAt / 1000) } };
  return runnerOf(name)(input, { ...server, caller }, program);
};

export const callables = Object.fromEntries(
  (Object.keys(commandCatalogue) as CommandName[]).map((name) => [name, wrap(name)]),
) as Readonly<Record<CommandName, Callable>>;
