/** Timers of a served connection: a timer that is left keeps the process from ending. */
import { expect, test } from 'vitest';
import type { Clock } from '#provider-kit/clock.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import type { TextChannel } from './channel.ts';
import { beatMs } from './messages.ts';
import { ServedPeer } from './served-peer.ts';

test('a connection that breaks while its beat is sent leaves no timer', async () => {
  const machine = new ManualClock();
  const timers = new Set<object>();
  const clock: Clock = {
    now: () => machine.now(),
    setTimer(run, delayMs) {
      const timer = {};
      timers.add(timer);
      const cancel = machine.setTimer(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  let broken = () => {};
  const channel: TextChannel = {
    send: () => broken(),
    onText: () => {},
    onClose: (next) => (broken = next),
    close: () => {},
  };
  let isEnded = false;
  const options = { clock, newId: () => 'peer', sessionOf: async () => null, report: () => {} };
  const peer = new ServedPeer(channel, null, options, new Map(), new Map(), () => (isEnded = true));
  expect(peer.session()).toBeNull();
  expect(timers.size).toBe(1);
  await machine.advance(beatMs);
  expect(isEnded).toBe(true);
  expect(timers.size).toBe(0);
});
