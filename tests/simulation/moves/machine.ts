/** Machines that fail and recover. */
import { senders } from '../crowd.ts';
import { keys, type Signal } from '../world/machines.ts';
import { chanceOf, pick } from '../world/plan.ts';
import type { Moves } from './kind.ts';

export const machineMoves: Moves = {
  alert: {
    weight: 14,
    act(world, _, [die, other, third, fourth]) {
      const sender = pick(senders, die);
      const key = pick(keys, other);
      if (!sender || !key) return null;
      const rare: Signal = chanceOf(20, fourth) ? 'acknowledge' : 'resolve';
      const signal = chanceOf(60, third) ? 'trigger' : rare;
      world.machines.send(sender, key, signal);
      return `${sender.id} says ${signal} of ${key}`;
    },
  },
};
