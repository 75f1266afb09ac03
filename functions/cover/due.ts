/** The end of a request for cover, found by the sweep. */
import { system } from '#domain/base.ts';
import { coverRequestSchema } from '#domain/cover/schema.ts';
import { reviewCover } from '#domain/cover/transitions.ts';
import { documentPaths } from '#api/paths.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { accept } from '../kernel/command-failed.ts';
import { transact } from '../kernel/unit-of-work.ts';

export async function endCover(server: ServerPorts, teamId: string, id: string): Promise<void> {
  await transact(server, async (work) => {
    const path = documentPaths.coverRequest(teamId, id);
    const request = await work.get(coverRequestSchema, path);
    if (request === null || request.dueAt === null || request.dueAt > work.now) return;
    // The request's time is over: the rota does not matter.
    const rota = { schedule: null, overrides: [] };
    const { state } = accept(reviewCover(request, rota, { by: system, now: work.now }));
    if (state !== request) work.save(path, state);
  });
}
