/** Statuses of an incident, and what they mean for people. Apart from the transitions, which a first screen does not need. */
import type { StateTable } from '../transition.ts';
import type { Incident, IncidentStatus } from './schema.ts';

type HasStatus = Pick<Incident, 'status'>;

const activeStatuses = ['investigating', 'fixing', 'monitoring'] as const satisfies readonly IncidentStatus[];
/** Statuses of an incident in progress. */
export const liveStatuses = ['triage', ...activeStatuses] as const;

/** `merged` is reached by the command that merges, from every live status. */
export const incidentStates: StateTable<IncidentStatus> = {
  triage: [...activeStatuses, 'resolved', 'declined', 'merged'],
  investigating: ['fixing', 'monitoring', 'resolved', 'merged'],
  fixing: ['investigating', 'monitoring', 'resolved', 'merged'],
  monitoring: ['investigating', 'fixing', 'resolved', 'merged'],
  resolved: [...activeStatuses, 'closed'],
  closed: [],
  declined: [],
  merged: [],
};

/** People are at work on it. */
export const isLive = ({ status }: HasStatus): boolean => liveStatuses.some((live) => live === status);

/** Whether the incident can't change any more: closed, declined or merged. */
export const isFinal = ({ status }: HasStatus): boolean => incidentStates[status].length === 0;
