/** `npm run move`: moves a team from one backend to another. */
import { FolderError } from '#adapters/embedded-node/folder-database.ts';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { isPortError } from '#ports/errors.ts';
import type { MoveSource } from '#provider-kit/move/move-backend.ts';
import { CommandLineError } from '../server-options.ts';
import { countMove, type MoveCounts } from './count-move.ts';
import { fitsOf, openSource, openTarget } from './ends.ts';
import { movePolicy } from './move-policy.ts';
import { carryOutMove } from './mover.ts';
import { type MoveCommand, moveHelp, moveOptions } from './options.ts';
import { stateFile } from './state-file.ts';
import { findTeam, teamPolicy } from './team-policy.ts';

/** An invalid command line, and a move that can't be carried out, are printed and set exit code 1. */
export async function runMove(args: readonly string[]): Promise<void> {
  try {
    const command = moveOptions(args);
    if (!command) console.log(moveHelp);
    else if (!(await move(command))) process.exitCode = 1;
  } catch (error) {
    const isTold = error instanceof CommandLineError || error instanceof FolderError || isPortError(error);
    if (!isTold) throw error;
    const cause =
      isPortError(error, 'internal') && error.cause instanceof Error ? ` ${error.cause.message}.` : '';
    console.error(`${error.message}${cause}`);
    // A PostgreSQL that was begun may keep the process.
    process.exit(1);
  }
}

/** Whether both sides are equal. */
async function move(command: MoveCommand): Promise<boolean> {
  const targetFits = fitsOf(command.to);
  const state = stateFile(command.state);
  const kept = command.dryRun ? null : await state.read();
  // The same for each part of a move.
  const at = kept?.at ?? machineClock.now();
  const opened = await openSource(command.from);
  try {
    const everything = movePolicy({ demonstration: command.demonstration, at });
    const team = command.team === null ? null : await findTeam(opened, command.team);
    const source = team ? { ...opened, name: `${opened.name}, the team ${team.id}` } : opened;
    const policy = team ? teamPolicy(everything, team) : everything;
    const plan = { source, policy, targetFits, print };
    const counts = await countMove(plan);
    printCounts(counts, source, command.dryRun);
    if (command.dryRun) return true;
    const target = await openTarget(command.to);
    try {
      const comparison = await carryOutMove({
        ...{ ...plan, target, state, at },
        newId: () => cryptoRandom.id(),
        acceptDifferences: command.acceptDifferences,
      });
      const differences = comparison?.differences ?? [];
      for (const sentence of differences) print(sentence);
      if (differences.length > 0 && !command.acceptDifferences) {
        print(
          `Both sides differ: ${source.name} was changed during the move, or ${target.name} was. ${target.name} is not to be started. Move again into a new target, or take it as it is with --accept.`,
        );
        return false;
      }
      for (const part of comparison?.uncompared ?? []) print(`${part}: can’t be compared.`);
      print(
        `Everything is in ${target.name}${differences.length === 0 ? ', and both sides are equal' : ''}. Start it, and don’t start ${source.name} again: both would page.`,
      );
      return true;
    } finally {
      await target.close();
    }
  } finally {
    await opened.close();
  }
}

const print = (line: string): void => console.log(line);

/** Data that stays behind in any move. */
const stays = [
  'Sessions: everybody signs in again.',
  'Who is present in a room: seen anew as people come.',
  'Notifications on their way, and uploads that are not complete.',
];

function printCounts({ groups, losses, notices }: MoveCounts, source: MoveSource, isDryRun: boolean): void {
  print(`From ${source.name} ${isDryRun ? 'would move' : 'move'}:`);
  for (const [group, count] of [...groups].toSorted()) print(`  ${group}: ${count}`);
  print('Not, or not as they are:');
  for (const [loss, count] of losses) print(`  ${count} ${loss}`);
  for (const sentence of [...source.unread, ...stays, ...notices]) print(`  ${sentence}`);
  if (source.aheadMs > 0)
    print(
      `The source’s clock is ${Math.round(source.aheadMs / 60_000)} min ahead of this machine’s. Times stay as they are: what is due is due that much later.`,
    );
}
