/** Dialogs of the room that have a script of their own. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const roomParts = {
  linkAlerts: lazyPart(() => import('./later.ts'), 'LinkAlertsDialog'),
  markdown: lazyPart(() => import('./later.ts'), 'MarkdownDialog'),
  merge: lazyPart(() => import('./later.ts'), 'MergeDialog'),
  page: lazyPart(() => import('./later.ts'), 'PageDialog'),
  status: lazyPart(() => import('./later.ts'), 'StatusDialog'),
} as const;
