import { judgeAccess } from './access.ts';
import { judgeAlerts } from './alerts.ts';
import { judgeCommands } from './commands.ts';
import { judgeCopies } from './copies.ts';
import { judgeComments } from './comments.ts';
import { judgeDeliveries } from './deliveries.ts';
import { judgeIncidents } from './incidents.ts';
import type { Judging } from './judge.ts';
import { judgePages } from './pages.ts';
import { judgePermissions } from './permissions.ts';
import { judgeSecrets } from './secrets.ts';
import { judgeViews } from './views.ts';

/** Everyone who has a say. */
export const judges: readonly Judging[] = [
  judgePages,
  judgeCommands,
  judgeIncidents,
  judgeAlerts,
  judgeSecrets,
  judgeCopies,
  judgePermissions,
  judgeAccess,
  judgeComments,
  judgeDeliveries,
  judgeViews,
];
