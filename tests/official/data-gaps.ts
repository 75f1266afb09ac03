/**
 * Scenarios of documents and realtime values that emulators in processes of their own can't show. None but the last is the
 * adapter's.
 */
const time = 'the emulators have a time of their own, which can’t be moved';

export const gapsOnEmulators: Readonly<Record<string, string>> = {
  'docs › what a server transaction read holds for 270 s, and 60 s idle; past that it runs again': time,
  'realtime › what was left for a vanished client is written, once': time,
  'realtime › a transaction gives up after 25 attempts':
    'what another process writes does not arrive between two attempts, as the scenario has it',
  'realtime › what goes and what comes in one update leaves the place where it is':
    'the SDK takes the children of an update one by one, and forgets the priority of a place that is empty in between',
};
