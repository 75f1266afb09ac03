/** Each command is applied at most once, and its answer is true: done, with the recorded output; or refused, without effect. */
import { commandRecordId } from '#api/command-record.ts';
import { serverPaths } from '#api/server-paths.ts';
import { isPortError } from '#ports/errors.ts';
import { teamId } from '../team.ts';
import type { SimulatedBrowser } from '../world/browser.ts';
import type { Invariant } from './invariant.ts';

/** Codes of an unknown outcome; the person gets a notice of it. */
const unsure = ['unavailable', 'aborted', 'deadline-exceeded'] as const;

/** A page that was loaded anew does not know how often the one before it had tried. */
const afterReload = ({ life }: SimulatedBrowser, error: unknown) =>
  life > 0 && isPortError(error, 'resource-exhausted');

const record = new RegExp(`^${serverPaths.command(teamId, 'ID').replace('ID', '(.+)')}$`, 'u');

export const checkCommands: Invariant = (world) => {
  const outputs = new Map<string, unknown>();
  let heard = 0;
  world.ledger.listen({
    committed({ writes }) {
      for (const [path, entity] of writes) {
        const [, id] = record.exec(path) ?? [];
        if (id === undefined) continue;
        if (outputs.has(id)) world.wrong(`The command of the record ${id} was done twice.`);
        outputs.set(id, entity?.['output']);
      }
    },
  });
  return {
    step() {
      for (const { browser, command, told } of world.answered.slice(heard)) {
        const id = commandRecordId(browser.uid, command.input.commandId);
        const done = outputs.has(id);
        const what = `${command.name} of ${browser.name}`;
        if (told.kind === 'done') {
          if (!done) world.wrong(`${what} was called done, and was not.`);
          if (JSON.stringify(told.output) !== JSON.stringify(outputs.get(id)))
            world.wrong(`${what} was answered with something else than was done.`);
        } else if (isPortError(told.error, 'unauthenticated') && !browser.skewed)
          world.wrong(`${what} was refused as if nobody were signed in.`);
        else if (
          done &&
          told.unconfirmed !== true &&
          !isPortError(told.error, ...unsure) &&
          !afterReload(browser, told.error)
        )
          world.wrong(`${what} was called refused (${String(told.error)}), and was done.`);
      }
      heard = world.answered.length;
    },
    end() {
      for (const { name, waiting } of world.browsers)
        if (waiting.length > 0) world.wrong(`${waiting.length} commands of ${name} were never answered.`);
    },
  };
};
