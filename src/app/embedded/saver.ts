/** Writes what changed soon after it changed: at most one write at a time, and one more for all that came meanwhile. */
import type { ServiceName } from '#ports/control.ts';

export interface Saver {
  changed(service: ServiceName): void;
  /** Something outside the services changed. */
  touch(): void;
  /** Resolves once everything that changed before is written, or could not be. */
  flush(): Promise<void>;
}

export function createSaver(
  write: (changed: ReadonlySet<ServiceName>) => Promise<void>,
  failed: (error: unknown) => void,
  /** Runs a little later, so that changes made together are written together. */
  soon: (run: () => void) => void,
): Saver {
  let waiting = new Set<ServiceName>();
  let due = false;
  let running: Promise<void> | null = null;

  const run = async () => {
    while (due) {
      const changed = waiting;
      waiting = new Set();
      due = false;
      try {
        await write(changed);
      } catch (error) {
        // The next change tries them again.
        for (const service of changed) waiting.add(service);
        failed(error);
        return;
      }
    }
  };
  const start = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  const touch = () => {
    if (due) return;
    due = true;
    if (!running) soon(() => void start());
  };
  return {
    changed(service) {
      waiting.add(service);
      touch();
    },
    touch,
    flush: start,
  };
}
