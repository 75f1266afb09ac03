/** Commands on settings, whose handlers are loaded with the first one: their input is checked before. */
import type { CommandName } from '#api/commands.ts';
import type { CommandHandler, CommandHandlers } from './kernel/command.ts';

const onDemandCommands = [
  'createApiKey',
  'revokeApiKey',
  'createIntegration',
  'saveIntegration',
  'rotateKey',
  'setSigningSecret',
  'saveMapping',
  'saveRouting',
  'saveHeartbeat',
  'revokeIntegration',
  'sendTestMessage',
  'saveLeaveCalendar',
  'mapLeaveName',
  'readLeaveCalendar',
  'removeLeaveCalendar',
  'saveMailSettings',
  'forgetMailAddress',
  'savePersonalWebhook',
  'removePersonalWebhook',
  'drillPersonalWebhook',
  'saveWebhook',
  'removeWebhook',
  'tryWebhook',
  'redeliverWebhook',
  'saveSlackApp',
  'linkSlackUser',
  'inviteMember',
  'revokeInvite',
  'acceptInvite',
  'createFeed',
  'revokeFeed',
  'saveMaintenance',
  'endMaintenance',
  'savePolicy',
  'removePolicy',
  'saveRunbook',
  'removeRunbook',
  'saveService',
  'removeService',
  'saveTimeOff',
  'removeTimeOff',
] as const satisfies readonly CommandName[];
type OnDemandCommand = (typeof onDemandCommands)[number];

const loadedOnDemand =
  <N extends OnDemandCommand>(name: N): CommandHandler<N> =>
  async (...args) => {
    const { onDemand } = await import('./on-demand.ts');
    const handlers: Pick<CommandHandlers, OnDemandCommand> = onDemand.handlers;
    return handlers[name](...args);
  };

export const onDemandHandlers = Object.fromEntries(
  onDemandCommands.map((name) => [name, loadedOnDemand(name)]),
) as unknown as Pick<CommandHandlers, OnDemandCommand>;
