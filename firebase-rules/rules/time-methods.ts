/** Methods of timestamps, in UTC, and of durations. */
import type { Timestamp } from '#ports/docs/values.ts';
import { timestamp } from './arithmetic.ts';
import { type Methods, plain } from './method.ts';
import { Duration } from './values.ts';

const daySeconds = 86_400;
const calendar = ({ seconds }: Timestamp) => new Date(seconds * 1000);
const secondOfDay = ({ seconds }: Timestamp) => ((seconds % daySeconds) + daySeconds) % daySeconds;

export const timeMethods: Methods<Timestamp> = {
  date: plain((self) => timestamp(self.seconds - secondOfDay(self), 0)),
  time: plain((self) => new Duration(secondOfDay(self), self.nanoseconds)),
  year: plain((self) => calendar(self).getUTCFullYear()),
  month: plain((self) => calendar(self).getUTCMonth() + 1),
  day: plain((self) => calendar(self).getUTCDate()),
  /** Monday is 1, Sunday 7. */
  dayOfWeek: plain((self) => calendar(self).getUTCDay() || 7),
  dayOfYear: plain((self) => {
    const start = calendar(self);
    start.setUTCMonth(0, 1);
    return Math.floor((self.seconds - start.getTime() / 1000) / daySeconds) + 1;
  }),
  hours: plain((self) => calendar(self).getUTCHours()),
  minutes: plain((self) => calendar(self).getUTCMinutes()),
  seconds: plain((self) => calendar(self).getUTCSeconds()),
  nanos: plain((self) => self.nanoseconds),
  toMillis: plain((self) => Math.floor(self.toMillis())),
};

export const durationMethods: Methods<Duration> = {
  seconds: plain((self) => (self.seconds < 0 && self.nanoseconds > 0 ? self.seconds + 1 : self.seconds)),
  /** Nanoseconds with the duration's sign. */
  nanos: plain((self) =>
    self.seconds < 0 && self.nanoseconds > 0 ? self.nanoseconds - 1e9 : self.nanoseconds,
  ),
};
