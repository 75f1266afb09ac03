/** Tables of tasks and schedules. Times: epoch milliseconds. */
export const tasksTables: readonly string[] = [
  // `due`: when a process may take it; of one that is running, the end of the lease of the process that has it. `run`: that run. `runs`: how
  // often it was taken. `done`: when it ended, null before; the row is kept for an hour, so that its id is known.
  `CREATE TABLE tasks (
    id text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    name text COLLATE "C" NOT NULL,
    payload text NOT NULL,
    due bigint NOT NULL,
    runs int NOT NULL DEFAULT 0,
    run text COLLATE "C",
    done bigint
  )`,
  'CREATE INDEX tasks_due ON tasks (due, number) WHERE done IS NULL',
  'CREATE INDEX tasks_run ON tasks (run) WHERE run IS NOT NULL',
  'CREATE INDEX tasks_done ON tasks (done) WHERE done IS NOT NULL',
  // `run`: the run that is under way, null for none; it holds the schedule until `held_until`.
  `CREATE TABLE schedules (
    name text COLLATE "C" PRIMARY KEY,
    every bigint NOT NULL,
    due bigint NOT NULL,
    run text COLLATE "C",
    held_until bigint NOT NULL DEFAULT 0
  )`,
];
