/** Statuses of a page. */
import type { StateTable } from '../transition.ts';
import type { PageStatus } from './schema.ts';

export const pageStates: StateTable<PageStatus> = {
  pending: ['notifying', 'acknowledged', 'exhausted', 'cancelled'],
  notifying: ['acknowledged', 'exhausted', 'cancelled'],
  acknowledged: ['notifying', 'exhausted', 'cancelled'],
  exhausted: ['notifying', 'acknowledged', 'cancelled'],
  cancelled: [],
};
