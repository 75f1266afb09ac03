/** A request for cover on the on-call screen. */
import { hour } from '#domain/constants.ts';
import { type CoverRequest, coverRequestSchema } from '#domain/cover/schema.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { seedSmallTeam, teamId } from './small-team.ts';
import { type AppStage } from './stage.tsx';

/** Ada is on call until Mon 12 Jan 08:00, then Sam. She asks for cover of Wednesday evening. */
export const startsAt = Date.UTC(2026, 0, 7, 18);

export const eveningRequest: CoverRequest = {
  ...{ id: 'play', teamId, createdAt: Date.UTC(2026, 0, 5, 9), createdBy: 'ada', revision: 1 },
  ...{ scheduleId: 'primary', userId: 'ada', startsAt, endsAt: startsAt + 4 * hour },
  ...{ asked: null, note: 'School play', status: 'open', takerId: null, takenAt: null },
  ...{ overrideId: null, dueAt: startsAt + 4 * hour, expiry: null },
};

export const asking =
  (more: Partial<CoverRequest> = {}) =>
  async (server: ServerPorts) => {
    await seedSmallTeam(server);
    await server.docs.batch([
      {
        type: 'set',
        path: documentPaths.coverRequest(teamId, 'play'),
        data: toDocument({ ...eveningRequest, ...more }),
      },
    ]);
  };

export const requests = async ({ server }: AppStage) =>
  (await server.docs.find(query(collectionPaths.coverRequests(teamId)))).map((document) =>
    fromDocument(coverRequestSchema, document),
  );
