/** Commands of other people, sent through the server, for tests of incidents. */
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts';
import type { AppStage } from './stage.tsx';
import { teamId } from './small-team.ts';

let commands = 0;

/** Calls the server as a person, with a command id of its own. */
export async function call<N extends CommandName>(
  { client }: Pick<AppStage, 'client'>,
  name: N,
  input: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
): Promise<CommandOutput<N>> {
  commands += 1;
  const answer = await client.functions.call(name, { ...input, teamId, commandId: `test-${commands}` });
  return answer as unknown as CommandOutput<N>;
}

const checkout = {
  title: 'Checkout answers with errors',
  severity: 'SEV2',
  serviceIds: ['payments'],
  private: false,
  alertId: null,
  page: [],
} as const;

/** Declares an incident as a person and waits until all clients have it. */
export async function declare(
  stage: Pick<AppStage, 'settle'>,
  as: Pick<AppStage, 'client'>,
  changes: Partial<CommandInput<'declareIncident'>> = {},
): Promise<CommandOutput<'declareIncident'>> {
  const declared = await call(as, 'declareIncident', {
    ...checkout,
    serviceIds: [...checkout.serviceIds],
    page: [],
    ...changes,
  });
  await arrive(stage);
  return declared;
}

/** Waits until a chain of subscriptions is open: session, team, incident, its contents. */
export async function arrive(stage: Pick<AppStage, 'settle'>): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await stage.settle();
}
