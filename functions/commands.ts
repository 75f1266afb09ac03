/** The handler of every command in the catalogue. A command without one does not compile. */
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import type { ApiKey } from '#domain/api-key/schema.ts';
import type { Callable } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { accountHandlers } from './account/commands.ts';
import { alertHandlers } from './alerts/commands.ts';
import { coverHandlers } from './cover/commands.ts';
import { pushHandlers } from './channels/push/commands.ts';
import { incidentHandlers } from './incidents/commands.ts';
import type { ActingKey } from './kernel/acting-key.ts';
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

/** Carries out a command for a program with an API key, in the name of the key's maker. */
export const runWithKey = (
  name: CommandName,
  input: unknown,
  server: ServerPorts,
  acting: ActingKey & { readonly key: Pick<ApiKey, 'createdBy'> },
): Promise<object> =>
  runnerOf(name)(input, { ...server, caller: callerOf(acting.key, server.clock.now()) }, acting);

/** The key proves its maker as of now: it does not end with their sessions. */
const callerOf = ({ createdBy }: Pick<ApiKey, 'createdBy'>, now: number) => ({
  uid: createdBy,
  claims: { auth_time: Math.floor(now / 1000) },
});

export const callables = Object.fromEntries(
  (Object.keys(commandCatalogue) as CommandName[]).map((name) => [name, wrap(name)]),
) as Readonly<Record<CommandName, Callable>>;
