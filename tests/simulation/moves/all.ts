import { commandMoves } from './commands.ts';
import { deviceMoves } from './devices.ts';
import type { Moves } from './kind.ts';
import { lineMoves } from './line.ts';
import { machineMoves } from './machine.ts';
import { probeMoves } from './probes.ts';
import { roomMoves } from './room.ts';

/** Everything that may happen. */
export const moves: Moves = {
  ...commandMoves,
  ...deviceMoves,
  ...roomMoves,
  ...probeMoves,
  ...lineMoves,
  ...machineMoves,
};
