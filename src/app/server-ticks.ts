/** Server time as a TickingClock: one tick a second while there are subscribers. */
import type { Realtime } from '#ports/realtime/realtime.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { LiveClock } from '#src/data/client/clock.tsx';
import type { TickingClock } from '#src/ui/clock.tsx';

const second = 1000;

export function serverTicks(
  clock: LiveClock,
  realtime: () => Pick<Realtime, 'watchServerTimeOffset'>,
): TickingClock {
  const listeners = new Set<() => void>();
  let offsetMs = 0;
  let shown = read();
  let stop: Unsubscribe | null = null;

  function read(): number {
    return Math.floor((clock.now() + offsetMs) / second) * second;
  }
  const tick = () => {
    const now = read();
    if (now === shown) return;
    shown = now;
    for (const listener of [...listeners]) listener();
  };
  const start = (): Unsubscribe => {
    const endOffset = realtime().watchServerTimeOffset((next) => {
      offsetMs = next;
      tick();
    });
    const endTicks = clock.every(second, tick);
    return () => {
      endOffset();
      endTicks();
    };
  };

  return {
    now() {
      if (!stop) shown = read();
      return shown;
    },
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}
