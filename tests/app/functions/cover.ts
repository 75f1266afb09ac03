/** Requests for cover of a schedule of daily turns. */
import { hour } from '#domain/constants.ts';
import type { FunctionsStage } from './stage.ts';

/** Beginning of Diego's running day. */
export const dayBegin = (stage: FunctionsStage): number => Math.floor(stage.server.clock.now() / hour) * hour;

/** Diego's day, then Lena's, in turn. */
export const saveDailyRota = (stage: FunctionsStage) =>
  stage.call('jonas', 'saveSchedule', {
    scheduleId: 'days',
    name: 'Days',
    timezone: 'Europe/Berlin',
    layers: [
      {
        name: 'Daily',
        people: ['diego', 'lena'],
        startsAt: dayBegin(stage),
        unit: 'day',
        every: 1,
        restrictions: [],
        shadow: false,
      },
    ],
    takesEffectAt: null,
  });

/** Input of `requestCover` for five hours of Diego's day. */
export const fiveHours = (stage: FunctionsStage, more: object = {}) => ({
  requestId: 'mine',
  scheduleId: 'days',
  userId: 'diego',
  startsAt: dayBegin(stage) + 3 * hour,
  endsAt: dayBegin(stage) + 8 * hour,
  asked: null,
  note: 'Dentist',
  ...more,
});
