/** Stage of leave calendars: a team, and a server of calendars whose answers a test decides. */
import { day } from '#domain/constants.ts';
import { holidaysSchema, leaveCalendarSchema, type LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { timeOffSchema } from '#domain/time-off/schema.ts';
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { type ScriptedAnswer, ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { errorOf, FunctionsStage, teamId } from './stage.ts';
import { createFunctions } from '#functions/index.ts';

export const secret = 'private-71f0c2';
export const calendarAddress = `https://calendar.test/${secret}/basic.ics`;
export const byAddress = { kind: 'address' as const, address: calendarAddress };

export const calendarFile = (text: string) => ({ kind: 'file' as const, text });
export const ics = (...events: readonly (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
export const callError = async (call: Promise<unknown>) => (await errorOf(call)).error;
export const namesOf = ({ names }: LeaveCalendar) =>
  names.map(({ who, userId, chosen }) => [who, userId, chosen]);

type Content = Omit<CommandInput<'saveLeaveCalendar'>, 'teamId' | 'commandId'>;

export class LeaveCalendarStage {
  /** Versions that requests named. */
  readonly asked: (string | undefined)[] = [];
  answer: (version: string | undefined) => ScriptedAnswer = () => ({ status: 404 });

  /** Another server can take its place. */
  stage: FunctionsStage;

  private constructor(stage: FunctionsStage) {
    this.stage = stage;
  }

  static async open(): Promise<LeaveCalendarStage> {
    const clock = new ManualClock();
    const network = new ScriptedNetwork(clock);
    const stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
    const opened = new LeaveCalendarStage(stage);
    network.name('calendar.test', ['93.184.215.14']);
    network.serve('93.184.215.14', ({ headers }) => {
      opened.asked.push(headers['if-none-match']);
      return opened.answer(headers['if-none-match']);
    });
    return opened;
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  save(more: Partial<Content>) {
    return this.stage.call('jonas', 'saveLeaveCalendar', {
      calendarId: 'leave',
      name: 'Leave',
      concerned: null,
      source: null,
      ...more,
    });
  }

  calendar(): Promise<LeaveCalendar> {
    return this.stage.get(leaveCalendarSchema, documentPaths.leaveCalendar(teamId, 'leave'));
  }

  /** Time off of calendars, earliest first. */
  async timeOff() {
    return (await this.stage.all(timeOffSchema, collectionPaths.timeOff(teamId)))
      .filter(({ calendarId }) => calendarId !== null)
      .toSorted((one, other) => one.startsAt - other.startsAt);
  }

  holidays() {
    return this.stage.all(holidaysSchema, collectionPaths.holidays(teamId));
  }

  /** Time passes, and calendars due then have been read: ical.js is fetched for the first one. */
  async pass(ms: number): Promise<void> {
    await this.stage.cloud.advance(ms);
    await this.read();
  }

  /** As `pass`, with one sweep at the end instead of one a minute. */
  async passAtOnce(ms: number): Promise<void> {
    await this.stage.standStill(ms);
    await this.read();
  }

  private async read(): Promise<void> {
    const isDue = async () =>
      ((await this.calendar()).nextReadAt ?? Infinity) <= this.stage.server.clock.now();
    for (let tries = 0; tries < 500 && (await isDue()); tries++) await settle();
  }

  /** Days from today, as iCalendar has them. */
  dateIn(days: number): string {
    return new Date(this.stage.server.clock.now() + days * day)
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '');
  }

  event(uid: string, summary: string, from: number, to: number, ...lines: readonly string[]) {
    return [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTART;VALUE=DATE:${this.dateIn(from)}`,
      `DTEND;VALUE=DATE:${this.dateIn(to)}`,
      `SUMMARY:${summary}`,
      ...lines,
      'END:VEVENT',
    ];
  }
}
