/**
 * The command catalogue: every change of state that a browser asks the server for, one file of `commands/` for each aggregate. Each
 * input names the team and carries a `commandId` made by the caller: the same id sent again gives the same answer and does nothing
 * twice. Each output carries the new revision of what it changed. A new command is an entry there and a handler in `functions/`.
 */
import type * as v from 'valibot';
import { constants, minute } from '#domain/constants.ts';
import { may, type Actor, type Subject, type Verdict } from '#domain/permissions.ts';
import { check, type Failure } from '#domain/errors.ts';
import type { Permission, SubjectTypes } from './command-spec.ts';
import { accountCommands } from './commands/account.ts';
import { apiKeysCommands } from './commands/api-keys.ts';
import { alertsCommands } from './commands/alerts.ts';
import { coverCommands } from './commands/cover.ts';
import { devicesCommands } from './commands/devices.ts';
import { incidentsCommands } from './commands/incidents.ts';
import { integrationsCommands } from './commands/integrations.ts';
import { mailCommands } from './commands/mail.ts';
import { maintenanceCommands } from './commands/maintenance.ts';
import { noticesCommands } from './commands/notices.ts';
import { leaveCalendarsCommands } from './commands/leave-calendars.ts';
import { notificationsCommands } from './commands/notifications.ts';
import { pagesCommands } from './commands/pages.ts';
import { personalWebhooksCommands } from './commands/personal-webhooks.ts';
import { policiesCommands } from './commands/policies.ts';
import { runbooksCommands } from './commands/runbooks.ts';
import { schedulesCommands } from './commands/schedules.ts';
import { slackCommands } from './commands/slack.ts';
import { servicesCommands } from './commands/services.ts';
import { teamCommands } from './commands/team.ts';
import { timeOffCommands } from './commands/time-off.ts';
import { webhooksCommands } from './commands/webhooks.ts';
import { fieldLabels } from './field-labels.ts';

export const commandCatalogue = {
  ...teamCommands,
  ...accountCommands,
  ...incidentsCommands,
  ...pagesCommands,
  ...notificationsCommands,
  ...mailCommands,
  ...devicesCommands,
  ...personalWebhooksCommands,
  ...alertsCommands,
  ...runbooksCommands,
  ...servicesCommands,
  ...schedulesCommands,
  ...timeOffCommands,
  ...leaveCalendarsCommands,
  ...coverCommands,
  ...policiesCommands,
  ...integrationsCommands,
  ...webhooksCommands,
  ...slackCommands,
  ...apiKeysCommands,
  ...maintenanceCommands,
  ...noticesCommands,
} as const;

export type CommandName = keyof typeof commandCatalogue;
/** Input as a caller sends it. */
export type CommandInput<N extends CommandName> = v.InferInput<(typeof commandCatalogue)[N]['input']>;
/** The same, checked: its ids are ids. */
export type CheckedInput<N extends CommandName> = v.InferOutput<(typeof commandCatalogue)[N]['input']>;
export type CommandOutput<N extends CommandName> = NonNullable<(typeof commandCatalogue)[N]['output']>;

/** The input of a call, checked. Unknown fields are left out. */
export function checkInput<N extends CommandName>(
  name: N,
  input: unknown,
): { readonly ok: true; readonly value: CheckedInput<N> } | Failure {
  const checked = check(commandCatalogue[name].input, input, fieldLabels);
  return checked.ok ? { ok: true, value: checked.value as CheckedInput<N> } : checked;
}

/** Subject of a screen's `mayRun`: the entity itself, or the incident that it belongs to. */
type PermissionSubject<N extends CommandName> =
  (typeof commandCatalogue)[N]['permission']['of'] extends infer K extends
    | 'incident'
    | 'alert'
    | 'page'
    | 'override'
    | 'coverRequest'
    ? SubjectTypes[K]
    : Subject;

/** The subject may be left out where only the role counts, the input where no `exact` permission depends on it. */
export type MayRunArguments<N extends CommandName> = readonly [
  subject?: PermissionSubject<N>,
  input?: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
];

/** Whether the server would let the actor run a command, and if not, why; the reason of a disabled control. */
export function mayRun<N extends CommandName>(
  actor: Actor,
  name: N,
  ...[subject, input]: MayRunArguments<N>
): Verdict {
  const permission: Permission<never> = commandCatalogue[name].permission;
  if (permission.of === 'nobody') return { allowed: true };
  if (permission.of === 'team')
    return may(actor, (input && permission.exact?.(input as never, actor.userId ?? '')) ?? permission.action);
  const exact = subject === undefined ? undefined : permission.exact;
  const action = exact?.(subject as never, input as never, actor.userId ?? '');
  const ofTeam = permission.of === 'override' || permission.of === 'coverRequest';
  return may(actor, action ?? permission.action, ofTeam ? {} : (subject as Subject));
}

/** A command as callers keep it: its name and its input. */
interface GivenCommand {
  readonly name: CommandName;
  readonly input: object;
}

/** Commands with one scope are sent one after the other, such as `pageId:<id>`; null: it waits for none. */
export function commandScope({ name, input }: GivenCommand): string | null {
  const field = commandCatalogue[name].scope;
  const id = field === null ? undefined : new Map<string, unknown>(Object.entries(input)).get(field);
  return typeof id === 'string' ? `${field}:${id}` : null;
}

/** Scope of everything about one incident: commands, and what a browser stores itself. */
export const incidentScope = (incidentId: string): string => `incidentId:${incidentId}`;

/** Whether a command expires: it asks or releases people who count on something else by then. */
export function mayExpire({ name, input }: GivenCommand): boolean {
  const { expires } = commandCatalogue[name] as {
    readonly expires: boolean | ((input: never) => boolean);
  };
  return typeof expires === 'function' ? expires(input as never) : expires;
}

/** Whether a command of this age is refused. */
export const isExpired = (command: GivenCommand, ageMs: number): boolean =>
  ageMs > constants.commandExpiryMinutes * minute && mayExpire(command);
