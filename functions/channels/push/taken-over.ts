/** Message to a person whose browser somebody else has registered for themselves. */
import { takenOverSentence } from '#domain/device/device.ts';
import type { Device } from '#domain/device/schema.ts';
import { teamAddress } from '#api/addresses.ts';
import { waysOf } from '../channels.ts';
import { sendMessageBy } from '../messages.ts';
import type { CommandWork } from '../../kernel/guard.ts';

/** By their other ways. Nothing depends on it: the home screen says the same until they have dealt with it. */
export async function sendLossMessage(work: CommandWork, lost: readonly Device[]): Promise<void> {
  const reached = new Set<string | null>();
  for (const one of lost) {
    const ways = await waysOf(work, one.teamId, one.userId);
    const unreached = ways.filter(({ address }) => !reached.has(address));
    for (const { address } of unreached) reached.add(address);
    await sendMessageBy(work, unreached, messageOf(one));
  }
}

const messageOf = (lost: Device) => ({
  notification: {
    title: 'A device stopped receiving your pages',
    body: takenOverSentence(lost),
    tag: `device-${lost.id}`,
    link: teamAddress(lost.teamId, '/'),
  },
  data: { kind: 'device-taken-over', teamId: lost.teamId, deviceId: lost.id },
});
