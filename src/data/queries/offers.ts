/** Role offers to the signed-in member, and the commands that answer an offer. */
import { useMemo } from 'react';
import type { Incident, RoomRole } from '#domain/incident/schema.ts';
import { offersTo } from '#domain/incident/roles.ts';
import {
  type CommandCallbacks,
  type PendingState,
  useCommand,
  usePendingCommand,
} from '../client/commands.ts';
import { useLiveIncidents } from './incidents.ts';
import { useTeam } from './team.tsx';

export interface Offer {
  readonly incident: Incident;
  readonly role: RoomRole;
  /** Name of the person who offers it. */
  readonly by: string;
}

/** Offers in live incidents, newest incident first. Empty until they have been read. */
export function useMyOffers(): readonly Offer[] {
  const { me } = useTeam();
  const { data } = useLiveIncidents();
  return useMemo(
    () =>
      (data?.items ?? []).flatMap(({ value: incident }) =>
        offersTo(incident, me.id).map((role) => ({
          incident,
          role,
          by: incident.offers[role]?.offeredBy ?? me.id,
        })),
      ),
    [data, me.id],
  );
}

export interface OfferAnswerState {
  /** The answer that the server has not taken yet. */
  readonly pending: { readonly accept: boolean; readonly state: PendingState } | null;
  send(accept: boolean): void;
}

export function useOfferAnswer(
  { id: incidentId }: Pick<Incident, 'id'>,
  role: RoomRole,
  callbacks: CommandCallbacks<'acceptRole'>,
): OfferAnswerState {
  const { mutate } = useCommand('acceptRole', callbacks);
  const pending = usePendingCommand('acceptRole', { incidentId, role });
  return {
    pending: pending ? { accept: pending.input.accept, state: pending.state } : null,
    send: (accept) => mutate({ incidentId, role, accept }),
  };
}
