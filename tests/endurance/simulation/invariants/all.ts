import { checkAccess } from './access.ts';
import { checkAlerts } from './alerts.ts';
import { checkCommands } from './commands.ts';
import { checkCopies } from './copies.ts';
import { checkComments } from './comments.ts';
import { checkCover } from './cover.ts';
import { checkDeliveries, checkDeliveriesSent } from './deliveries.ts';
import { checkAlertHolders } from './holders.ts';
import { checkIncidents } from './incidents.ts';
import type { Invariant } from './invariant.ts';
import { checkJoining } from './joining.ts';
import { checkPages } from './pages.ts';
import { checkPermissions } from './permissions.ts';
import { checkSecrets } from './secrets.ts';
import { checkViews } from './views.ts';

/** All invariants. */
export const invariants: readonly Invariant[] = [
  checkPages,
  checkJoining,
  checkAlertHolders,
  checkCommands,
  checkIncidents,
  checkAlerts,
  checkSecrets,
  checkCopies,
  checkCover,
  checkPermissions,
  checkAccess,
  checkComments,
  checkDeliveries,
  checkDeliveriesSent,
  checkViews,
];
