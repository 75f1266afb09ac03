/** Calendars at an address, which are read again when due. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, hour, minute } from '#domain/constants.ts';
import { readCalendarEvents } from '#api/calendar-events.ts';
import { calendarWorkerFunctions } from '#api/calendar-reading.ts';
import { collectionPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { type Json } from '#ports/shared.ts';
import { type Workers } from '#ports/workers/workers.ts';
import { PortError } from '#ports/errors.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { ScriptedNetwork, type ScriptedAnswer } from '#fakes/cloud/http/scripted-network.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import {
  LeaveCalendarStage,
  calendarAddress,
  byAddress,
  calendarFile,
  ics,
  callError,
  secret,
} from '#tests/app/functions/leave-calendar-stage.ts';

/** The worker's function in this thread. */
const inProcess: Workers = {
  run: (_, input) => {
    const read = calendarWorkerFunctions(readCalendarEvents).get('readCalendar');
    return read ? Promise.resolve(read(input)) : Promise.reject(new Error('There is no such function.'));
  },
};

let calendars: LeaveCalendarStage;
beforeEach(async () => {
  calendars = await LeaveCalendarStage.open();
});
afterEach(() => calendars.close());

describe('a calendar at an address', () => {
  const page = (text: string, etag = '"1"'): ScriptedAnswer => ({ headers: { etag }, body: text });

  test('is read right after it was added, and again when due, by its version', async () => {
    const text = ics(calendars.event('1', 'Lena Kowalska', 3, 5));
    calendars.answer = (version) => (version === '"1"' ? { status: 304 } : page(text));
    await calendars.save({ source: byAddress });
    await calendars.pass(minute);
    expect(await calendars.calendar()).toMatchObject({
      host: 'calendar.test',
      failures: 0,
      problem: '',
      entries: 1,
    });
    const [before] = await calendars.timeOff();
    await calendars.passAtOnce(constants.calendarReadHours * hour);
    expect(calendars.asked).toEqual([undefined, '"1"']);
    expect(await calendars.timeOff()).toEqual([before]);
    // Unchanged content is taken over again after some days.
    for (let passed = 0; passed < 4 * day; passed += constants.calendarReadHours * hour)
      await calendars.passAtOnce(constants.calendarReadHours * hour);
    expect(calendars.asked.at(-1) ?? calendars.asked.at(-2)).toBeDefined();
    expect(calendars.asked.slice(2)).toContain(undefined);
  });

  describe('whose read crashes the process', () => {
    test('is counted before the read, retried later each time, and finally not at all', async () => {
      const inner = await dyingStage();
      const due: number[] = [];
      for (let reading = 1; reading <= constants.unfinishedReadings; reading += 1) {
        await readNext();
        expect([reading, inner.reads]).toEqual([reading, reading]);
        due.push(((await calendars.calendar()).nextReadAt ?? 0) - calendars.stage.server.clock.now());
      }
      expect(due.every((pause, index) => index === 0 || pause >= (due[index - 1] ?? 0))).toBe(true);
      await readNext();
      const { nextReadAt, problem } = await calendars.calendar();
      expect([inner.reads, nextReadAt]).toEqual([constants.unfinishedReadings, null]);
      expect(problem).toContain('did not end');
    });

    test('is read again on request, and the count resets when the read ends', async () => {
      const inner = await dyingStage();
      for (let reading = 0; reading <= constants.unfinishedReadings; reading += 1) await readNext();
      inner.dies = false;
      await calendars.stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
      await calendars.pass(minute);
      expect(await calendars.calendar()).toMatchObject({ problem: '', failures: 0, entries: 1 });
      const { data } = await calendars.stage.server.docs.get(serverPaths.calendarAddress(teamId, 'leave'));
      expect(data?.['unfinished']).toBe(0);
    });

    async function dyingStage() {
      await calendars.stage.close();
      const clock = new ManualClock();
      const network = new ScriptedNetwork(clock);
      network.name('calendar.test', ['93.184.215.14']);
      network.serve('93.184.215.14', () => page(ics(calendars.event('1', 'Lena Kowalska', 3, 5))));
      const inner = { reads: 0, dies: true };
      const workers = {
        run: (...parameters: Parameters<Workers['run']>) => {
          inner.reads += 1;
          // Unwritten results are lost with the process.
          return inner.dies ? new Promise<Json>(() => {}) : inProcess.run(...parameters);
        },
      };
      calendars.stage = await FunctionsStage.open(createFunctions(), {
        clock,
        http: network.http(),
        workers,
      });
      await calendars.save({ source: byAddress });
      return inner;
    }

    /** Time passes until the calendar is due, and the reading that begins then has ended in one way or another. */
    async function readNext(): Promise<void> {
      const { nextReadAt } = await calendars.calendar();
      await calendars.stage.cloud.advance(
        Math.max(0, (nextReadAt ?? 0) - calendars.stage.server.clock.now()) + minute,
      );
      for (let tries = 0; tries < 100; tries += 1) await settle();
    }
  });

  test('writes differences only', async () => {
    let text = ics(calendars.event('1', 'Lena Kowalska', 3, 5), calendars.event('2', 'Lena Kowalska', 8, 9));
    calendars.answer = () => page(text, `"${text.length}"`);
    await calendars.save({ source: byAddress });
    await calendars.pass(minute);
    const [kept] = await calendars.timeOff();
    text = ics(calendars.event('1', 'Lena Kowalska', 3, 5), calendars.event('3', 'Lena Kowalska', 20, 21));
    await calendars.stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
    await calendars.pass(minute);
    const [same, other, ...more] = await calendars.timeOff();
    expect([same, more]).toEqual([kept, []]);
    expect(other?.startsAt).toBeGreaterThan((kept?.startsAt ?? 0) + 10 * day);
  });

  test('that fails keeps its entries, shows the reason, and is retried with growing pauses', async () => {
    calendars.answer = () => page(ics(calendars.event('1', 'Lena Kowalska', 3, 5)));
    await calendars.save({ source: byAddress });
    await calendars.pass(minute);
    calendars.answer = () => ({ status: 503 });
    await calendars.stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
    await calendars.pass(minute);
    expect(await calendars.calendar()).toMatchObject({
      failures: 1,
      problem: expect.stringContaining('503'),
    });
    expect(await calendars.timeOff()).toHaveLength(1);
    const first = (await calendars.calendar()).nextReadAt ?? 0;
    await calendars.pass(constants.calendarPauseMinutes * minute + minute);
    const { nextReadAt, failures } = await calendars.calendar();
    expect([failures, (nextReadAt ?? 0) - first > constants.calendarPauseMinutes * minute * 1.5]).toEqual([
      2,
      true,
    ]);
    calendars.answer = () => page(ics());
    await calendars.pass(2 * constants.calendarPauseMinutes * minute + minute);
    expect(await calendars.calendar()).toMatchObject({ failures: 0, problem: '' });
    expect(await calendars.timeOff()).toEqual([]);
  });

  describe.each([
    ['with an empty body', () => ({ body: '' })],
    ['with a page of a sign-in', () => ({ body: '<html><body>Sign in</body></html>' })],
    ['with a contact', () => ({ body: 'BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD\r\n' })],
    [
      'that ends in the middle',
      () => ({ body: ics(calendars.event('1', 'Lena Kowalska', 3, 5)).slice(0, -20) }),
    ],
  ] satisfies readonly (readonly [string, () => ScriptedAnswer])[])('that answers %s', (_, odd) => {
    test('is a counted failure with a reason and keeps its entries', async () => {
      calendars.answer = () => page(ics(calendars.event('1', 'Lena Kowalska', 3, 5)));
      await calendars.save({ source: byAddress });
      await calendars.pass(minute);
      calendars.answer = odd;
      await calendars.stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
      await calendars.pass(minute);
      expect(await calendars.calendar()).toMatchObject({
        failures: 1,
        problem: expect.stringMatching(/^This calendar can’t be read\./u),
      });
      expect(await calendars.timeOff()).toHaveLength(1);
    });
  });

  test('with several calendars is read completely', async () => {
    calendars.answer = () =>
      page(ics(calendars.event('1', 'Lena Kowalska', 3, 5)) + ics(calendars.event('2', 'Mei Tanaka', 3, 5)));
    await calendars.save({ source: byAddress });
    await calendars.pass(minute);
    expect((await calendars.timeOff()).map(({ userId }) => userId).toSorted()).toEqual(['lena', 'mei']);
  });

  test.each(['worker', 'directory of people'])(
    'whose %s fails unexpectedly is a counted failure and keeps its entries',
    async (part) => {
      let fails = false;
      await calendars.stage.close();
      const clock = new ManualClock();
      const network = new ScriptedNetwork(clock);
      network.name('calendar.test', ['93.184.215.14']);
      const invited = 'ATTENDEE;CN=Lena Kowalska:mailto:lena@example.com';
      network.serve('93.184.215.14', () => page(ics(calendars.event('1', 'Lena Kowalska', 3, 5, invited))));
      const workers: Workers = {
        run: (...parameters) =>
          fails && part === 'worker'
            ? Promise.reject(new TypeError('It broke.'))
            : inProcess.run(...parameters),
      };
      calendars.stage = await FunctionsStage.open(createFunctions(), {
        clock,
        http: network.http(),
        workers,
      });
      await calendars.save({ source: byAddress });
      await calendars.pass(minute);
      const { users } = calendars.stage.server;
      const byEmail = users.byEmail.bind(users);
      users.byEmail = (mail) =>
        fails && part !== 'worker'
          ? Promise.reject(new PortError('unavailable', 'It is down.'))
          : byEmail(mail);
      fails = true;
      await calendars.stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' });
      await calendars.pass(minute);
      const { failures, problem, nextReadAt } = await calendars.calendar();
      expect([failures, problem.endsWith('.'), (nextReadAt ?? 0) > clock.now()]).toEqual([1, true, true]);
      expect(await calendars.timeOff()).toHaveLength(1);
    },
  );

  test('is stored in the server’s own document only, and is in no answer or log', async () => {
    calendars.answer = () => ({ status: 302, headers: { location: `http://127.0.0.1/${secret}` } });
    const output = await calendars.save({
      source: { ...byAddress, address: calendarAddress.replace('https', 'webcal') },
    });
    await calendars.pass(minute);
    expect((await calendars.calendar()).problem).not.toBe('');
    const places = JSON.parse(JSON.stringify([output, await calendars.calendar()])) as unknown;
    expect(JSON.stringify(places)).not.toContain(secret);
    const audit = await calendars.stage.server.docs.find({ collection: collectionPaths.audit(teamId) });
    expect(JSON.stringify(audit)).not.toContain(secret);
    const commands = await calendars.stage.server.docs.find({ collection: `teams/${teamId}/commands` });
    expect(JSON.stringify(commands)).not.toContain(secret);
    const { data } = await calendars.stage.server.docs.get(serverPaths.calendarAddress(teamId, 'leave'));
    expect(data?.['address']).toBe(calendarAddress);
  });

  test('that is replaced during a read is not overwritten', async () => {
    calendars.answer = () => page(ics(calendars.event('1', 'Lena Kowalska', 3, 5)));
    await calendars.save({ source: byAddress });
    await calendars.save({ source: calendarFile(ics(calendars.event('2', 'Mei Lin', 8, 9))) });
    await calendars.pass(hour);
    expect(await calendars.calendar()).toMatchObject({ host: null, nextReadAt: null });
    expect((await calendars.timeOff()).every(({ userId }) => userId !== 'lena')).toBe(true);
  });

  test.each(['ftp://calendar.test/x', 'calendar.test/x', 'https://'])('%s is rejected', async (bad) => {
    expect(await callError(calendars.save({ source: { kind: 'address', address: bad } }))).toMatchObject({
      code: 'invalid',
      field: 'source',
    });
  });

  test('is rejected where the backend can’t send requests', async () => {
    const inBrowser = await FunctionsStage.open(createFunctions());
    const call = inBrowser.call('jonas', 'saveLeaveCalendar', {
      calendarId: 'leave',
      name: 'Leave',
      concerned: null,
      source: byAddress,
    });
    expect(await callError(call)).toMatchObject({ code: 'invalid', field: 'source' });
    await inBrowser.close();
  });

  test('of a file is not read again automatically', async () => {
    await calendars.save({ source: calendarFile(ics()) });
    expect(
      await callError(calendars.stage.call('jonas', 'readLeaveCalendar', { calendarId: 'leave' })),
    ).toMatchObject({
      code: 'invalid',
    });
  });
});
