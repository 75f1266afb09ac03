/** Views of the calendar that have a script of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';
import type { DaysViewProps } from './month-view.tsx';
import type { TeamYearProps } from './team-year.tsx';

export const calendarParts = {
  month: lazyPart<'MonthView', DaysViewProps>(() => import('./later.ts'), 'MonthView'),
  year: lazyPart<'YearView', DaysViewProps>(() => import('./later.ts'), 'YearView'),
  teamYear: lazyPart<'TeamYear', TeamYearProps>(() => import('./later.ts'), 'TeamYear'),
} as const;
