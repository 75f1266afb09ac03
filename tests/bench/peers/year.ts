/** The same shifts as events in FullCalendar's year of twelve months. */
import { Calendar, type EventInput } from '@fullcalendar/core';
import multiMonth from '@fullcalendar/multimonth';
import '../year/pages.ts';
import { schedules, yearOf } from '../year/schedules.ts';

let calendar: Calendar | null = null;

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
async function drawn(): Promise<void> {
  await frame();
  await frame();
}

const eventsOf = (schedule: (typeof schedules)[number]): EventInput[] =>
  yearOf(schedule).map(({ userId, startsAt, endsAt }) => ({
    ...{ title: userId ?? 'Nobody', start: startsAt, end: endsAt, groupId: schedule.id },
  }));

window.peer = {
  async show() {
    const element = document.querySelector<HTMLElement>('#root');
    if (!element) throw new Error('The page has no #root.');
    calendar = new Calendar(element, {
      plugins: [multiMonth],
      ...{ initialView: 'multiMonthYear', initialDate: '2026-06-01', timeZone: 'UTC' },
      events: schedules.flatMap(eventsOf),
    });
    calendar.render();
    await drawn();
    const shown = document.querySelectorAll('.fc-event').length;
    if (shown < calendar.getEvents().length) throw new Error(`Only ${shown} events are drawn.`);
  },
  async hide() {
    calendar?.destroy();
    await frame();
  },
  async edit(index) {
    const schedule = schedules[index];
    if (!schedule || !calendar) throw new Error('Nothing is shown.');
    const shown = calendar;
    const layers = schedule.layers.map((one) => ({ ...one, people: one.people.slice(1) }));
    shown.batchRendering(() => {
      for (const event of shown.getEvents()) if (event.groupId === schedule.id) event.remove();
      for (const event of eventsOf({ ...schedule, layers })) shown.addEvent(event);
    });
    await drawn();
  },
};
