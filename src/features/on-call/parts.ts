/** Views of the calendar that have scripts of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';
import type { DaysViewProps } from './month-view.tsx';
import type { TeamYearProps } from './team-year.tsx';

export const calendarParts = {
  month: lazyPart<'MonthView', DaysViewProps>(() => import('./month-view.tsx'), 'MonthView'),
  year: lazyPart<'YearView', DaysViewProps>(() => import('./year-view.tsx'), 'YearView'),
  teamYear: lazyPart<'TeamYear', TeamYearProps>(() => import('./team-year.tsx'), 'TeamYear'),
} as const;
