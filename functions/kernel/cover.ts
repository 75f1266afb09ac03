/**
 * Ends open requests for cover whose shift was moved. Runs once per transaction, when all is decided, on the schedules and overrides
 * that it changes: no command has to think of it. A transaction that changes neither reads nothing more.
 */
import { system } from '#domain/base.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { isOpen } from '#domain/cover/asked.ts';
import { reviewCover } from '#domain/cover/transitions.ts';
import type { Override } from '#domain/schedule/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { openRequestsOf, rotaOf, type RotaWork } from '../cover/rota.ts';
import type { Changes } from './copies.ts';

const place = /^teams\/([^/]+)\/(schedules|overrides|coverRequests)\/([^/]+)$/u;

/** `clock`: the transaction’s time, asked only where it is needed. */
export async function lapseMovedRequests(changes: Changes, clock: () => number): Promise<void> {
  const rotas = new Map<string, readonly [teamId: string, scheduleId: string]>();
  const added: Override[] = [];
  const requests: CoverRequest[] = [];
  for (const [path, after] of changes.changed) {
    const [, teamId = '', kind, id = ''] = place.exec(path) ?? [];
    if (kind === 'coverRequests' && after !== null) requests.push(after as CoverRequest);
    if (kind === 'overrides' && after !== null) added.push(after as Override);
    const override = (after ?? changes.original(path)) as Override | undefined;
    const scheduleId = kind === 'overrides' ? override?.scheduleId : kind === 'schedules' ? id : undefined;
    if (scheduleId !== undefined) rotas.set(`${teamId}/${scheduleId}`, [teamId, scheduleId]);
  }
  for (const [teamId, scheduleId] of rotas.values()) {
    const now = clock();
    const work: RotaWork = {
      get: (schema, path) => changes.get(schema, path),
      find: (schema, query) => changes.find(schema, query),
      now,
    };
    const own = requests.filter((one) => one.scheduleId === scheduleId);
    const stored = await openRequestsOf(work, teamId, scheduleId);
    const open = new Map([...stored, ...own].filter(isOpen).map((one) => [one.id, one]));
    if (open.size === 0) continue;
    const rota = await rotaOf(work, teamId, scheduleId, added);
    for (const request of open.values()) {
      const outcome = reviewCover(request, rota, { by: system, now });
      if (outcome.ok && outcome.state !== request)
        changes.save(documentPaths.coverRequest(teamId, request.id), outcome.state);
    }
  }
}
