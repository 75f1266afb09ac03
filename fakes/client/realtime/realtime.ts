/** Placeholder until the realtime client lands. */
import type { Realtime } from '#ports/realtime/realtime.ts';
import type { ClientContext } from '../context.ts';

export function createRealtime(context: ClientContext): Realtime {
  void context;
  return {} as Realtime;
}
