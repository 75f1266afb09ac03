/** Destination after an acknowledgement: the work that the page is about. */
import { createContext, use, useCallback } from 'react';
import { incidentSchema } from '#domain/incident/schema.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { entity } from './client/documents.ts';
import { links } from './links.ts';
import { usePort } from '#react/ports.tsx';
import { useTeam } from './queries/team.tsx';

export interface PageDestination {
  readonly href: string;
  /** “#42”, “the alert”, “your devices”. */
  readonly name: string;
  readonly drill: boolean;
}

/** The room of a page's incident, else its alert; for a drill the devices it proves. Null: there is nothing to be seen. */
export function useFindDestination(): (pageId: string) => Promise<PageDestination | null> {
  const docs = usePort(docsToken);
  const { team } = useTeam();
  return useCallback(
    async (pageId) => {
      const found = entity(pageSchema, await docs.get(documentPaths.page(team.id, pageId)))?.value;
      if (!found) return null;
      const incidentId = incidentOf(found);
      if (incidentId === null) return destinationOf(found);
      const room = entity(incidentSchema, await docs.get(documentPaths.incident(team.id, incidentId)))?.value;
      return room ? { href: links.incident(room.number), name: `#${room.number}`, drill: false } : null;
    },
    [docs, team.id],
  );
}

const incidentOf = ({ incidentId, subject }: Page) =>
  incidentId ?? (subject.kind === 'incident' ? subject.incidentId : null);

function destinationOf({ subject }: Page): PageDestination | null {
  if (subject.kind === 'drill') return { href: links.me(), name: 'your devices', drill: true };
  if (subject.kind === 'alert')
    return { href: links.alert(subject.alertId), name: 'the alert', drill: false };
  return null;
}

/** Effect of an acknowledgement that was given here. */
export interface Landing {
  /** The server has taken it: says so, and leads to the work. `givenAt` is in epoch milliseconds of this browser. */
  acknowledged(pageId: string, givenAt: number): void;
  /** The server has refused it: says why, and offers the way to the work. */
  refused(pageId: string, error: unknown): void;
}

const LandingContext = createContext<Landing | null>(null);
export const LandingProvider = LandingContext.Provider;

export function useLanding(): Landing {
  const landing = use(LandingContext);
  if (!landing) throw new Error('This screen is used outside LandingProvider.');
  return landing;
}
