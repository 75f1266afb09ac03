/** Views of the calendar that its first one does without: one script. */
export { MonthView } from './month-view.tsx';
export { TeamYear } from './team-year.tsx';
export { YearView } from './year-view.tsx';
