/** Machines that fail and recover. */
import { senders } from '../team.ts';
import { keys, type Signal } from '../world/machines.ts';
import { chanceOf, pick } from '../world/plan.ts';
import type { Moves } from './kind.ts';

export const machineMoves: Moves = {
  alert: {
    weight: 14,
    act(world, _, [die, other, third, fourth]) {
      // Signals of an alert in a private incident are secret: repeated often, so that a leak would show.
      const hidden = world.alerts.filter((one) => one.private && one.status !== 'resolved');
      const again = chanceOf(40, other >> 3) ? pick(hidden, die) : undefined;
      const sender = senders.find(({ id }) => id === again?.integrationId) ?? pick(senders, die);
      const key = keys.find((one) => one === again?.dedupKey) ?? pick(keys, other);
      if (!sender || !key) return null;
      const rare: Signal = chanceOf(20, fourth) ? 'acknowledge' : 'resolve';
      const signal = chanceOf(60, third) ? 'trigger' : rare;
      world.machines.send(sender, key, signal);
      return `${sender.id} says ${signal} of ${key}`;
    },
  },
  /** Another alert of a service whose page somebody has acknowledged. */
  afterAcknowledgement: {
    weight: 5,
    act(world, _, [die, other]) {
      const held = world.pages.filter(
        ({ status, serviceId = null, incidentId }) =>
          status === 'acknowledged' && serviceId !== null && incidentId === null,
      );
      const page = pick(held, die);
      const sender = pick(
        senders.filter(({ serviceId }) => serviceId === page?.serviceId),
        other,
      );
      if (!page || !sender) return null;
      const key = `late ${other % 20}`;
      world.machines.send(sender, key, 'trigger');
      return `${sender.id} says trigger of ${key} while the page ${page.id} is acknowledged`;
    },
  },
  storm: {
    weight: 3,
    act(world, _, [die, other, third]) {
      const sender = pick(senders, die);
      if (!sender) return null;
      const count = 2 + (other % 12);
      const signal: Signal = chanceOf(60, third) ? 'trigger' : 'resolve';
      for (let n = 0; n < count; n++) world.machines.send(sender, `storm ${n}`, signal);
      return `${sender.id} says ${signal} of ${count} things at once`;
    },
  },
};
