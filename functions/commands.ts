/** The handler of every command in the catalogue. A command without one does not compile. */
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import type { Callable } from '#ports/server/handlers.ts';
import { accountHandlers } from './account/commands.ts';
import { alertHandlers } from './alerts/commands.ts';
import { coverHandlers } from './cover/commands.ts';
import { deviceHandlers } from './devices/commands.ts';
import { webhookHandlers } from './devices/webhook-commands.ts';
import { incidentHandlers } from './incidents/commands.ts';
import { feedHandlers } from './feeds/commands.ts';
import { callableOf, type CommandHandlers } from './kernel/command.ts';
import { integrationHandlers } from './integrations/commands.ts';
import { mailHandlers } from './mail/commands.ts';
import { maintenanceHandlers } from './maintenance/commands.ts';
import { noticeHandlers } from './notices/commands.ts';
import { leaveCalendarHandlers } from './leave-calendars/commands.ts';
import { notificationHandlers } from './notifications/commands.ts';
import { pageHandlers } from './pages/commands.ts';
import { policyHandlers } from './policies/commands.ts';
import { runbookHandlers } from './runbooks/commands.ts';
import { overrideHandlers } from './schedules/overrides.ts';
import { scheduleHandlers } from './schedules/commands.ts';
import { serviceHandlers } from './services/commands.ts';
import { inviteHandlers } from './invites/commands.ts';
import { memberHandlers } from './team/members.ts';
import { teamHandlers } from './team/commands.ts';
import { profileHandlers } from './team/profile.ts';
import { timeOffHandlers } from './time-off/commands.ts';
import { webhookHandlers } from './webhooks/commands.ts';

const handlers: CommandHandlers = {
  ...teamHandlers,
  ...profileHandlers,
  ...accountHandlers,
  ...memberHandlers,
  ...inviteHandlers,
  ...incidentHandlers,
  ...pageHandlers,
  ...deviceHandlers,
  ...webhookHandlers,
  ...alertHandlers,
  ...runbookHandlers,
  ...serviceHandlers,
  ...integrationHandlers,
  ...webhookHandlers,
  ...policyHandlers,
  ...scheduleHandlers,
  ...overrideHandlers,
  ...coverHandlers,
  ...feedHandlers,
  ...maintenanceHandlers,
  ...noticeHandlers,
  ...timeOffHandlers,
  ...leaveCalendarHandlers,
  ...notificationHandlers,
  ...mailHandlers,
};

const wrap = <N extends CommandName>(name: N): Callable => callableOf(name, handlers[name]);

export const callables = Object.fromEntries(
  (Object.keys(commandCatalogue) as CommandName[]).map((name) => [name, wrap(name)]),
) as Readonly<Record<CommandName, Callable>>;
