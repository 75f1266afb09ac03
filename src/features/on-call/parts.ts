/** Views of the calendar that have a script of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const calendarParts = {
  month: lazyPart(() => import('./later.ts'), 'MonthView'),
  year: lazyPart(() => import('./later.ts'), 'YearView'),
  teamYear: lazyPart(() => import('./later.ts'), 'TeamYear'),
} as const;
