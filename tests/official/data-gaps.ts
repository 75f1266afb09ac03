/**
 * Scenarios of documents and realtime values that emulators in processes of their own can't show. None but the last is the
 * adapter's.
 */
const time = 'the emulators have a time of their own, which can’t be moved';

export const gapsOnEmulators: Readonly<Record<string, string>> = {
  'docs › reads of a server transaction are valid for 270 s and 60 s idle, after which the transaction is repeated':
    time,
  'realtime › disconnect writes of a disconnected client are applied once': time,
  'realtime › a transaction rejects after 25 attempts':
    'what another process writes does not arrive between two attempts, as the scenario has it',
  'realtime › an update that replaces all children keeps the path and its priority':
    'the SDK takes the children of an update one by one, and forgets the priority of a place that is empty in between',
};
