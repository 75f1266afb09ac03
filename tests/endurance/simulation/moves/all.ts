import { commandMoves } from './commands.ts';
import { deviceMoves } from './devices.ts';
import type { MoveKind, Moves } from './kind.ts';
import { lineMoves } from './line.ts';
import { machineMoves } from './machines.ts';
import { probeMoves } from './probes.ts';
import { recordMoves } from './records.ts';
import { roomMoves } from './room.ts';

/** All moves. */
export const moves: Moves = {
  ...Object.fromEntries(
    Object.entries(commandMoves).filter((entry): entry is [string, MoveKind] => entry[1] !== null),
  ),
  ...deviceMoves,
  ...roomMoves,
  ...probeMoves,
  ...lineMoves,
  ...machineMoves,
  ...recordMoves,
};
