/** Figures of the whole server, for those who may configure a team: whoever runs it gives them, and no team's documents are in them. */
import type { ServerFigures } from '#api/reads.ts';
import { type ReadHandler, requirePermission } from './kernel/read.ts';

/** Source of the figures; the newest each time. */
export type FigureSource = () => Promise<ServerFigures>;

/** `source`: null where the provider keeps its figures elsewhere. */
export const readServerFigures =
  (source: FigureSource | null): ReadHandler<'readServerFigures'> =>
  async ({ teamId }, context) => {
    await requirePermission(context, teamId, 'configure');
    return { figures: source && (await source()) };
  };
