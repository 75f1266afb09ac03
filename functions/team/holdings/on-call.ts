/** Holdings around being on call: turns in schedules, overrides, services. */
import { coverRequestSchema, type CoverRequest } from '#domain/cover/schema.ts';
import { coverAfter, handOverRequest } from '#domain/cover/hand-over.ts';
import { isOpen } from '#domain/cover/asked.ts';
import { policySchema } from '#domain/policy/schema.ts';
import { handOverPolicy, namesPerson } from '#domain/policy/transitions.ts';
import { feedSchema } from '#domain/schedule/feed.ts';
import { overrideSchema, scheduleSchema } from '#domain/schedule/schema.ts';
import { handOverOverride } from '#domain/schedule/overrides.ts';
import { layersOf, replacePerson } from '#domain/schedule/transitions.ts';
import { timeOffSchema } from '#domain/time-off/schema.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { handOverService } from '#domain/service/transitions.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { requestOfOverride } from '../../cover/rota.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { HoldingKind } from './kind.ts';

/** Turns in layers from the present on; past turns stay unchanged. */
export const shifts: HoldingKind = {
  async find(work, teamId, userId) {
    const schedules = await work.find(scheduleSchema, query(collectionPaths.schedules(teamId)));
    return schedules.flatMap((schedule) => {
      const layers = layersOf(schedule, userId, work.now);
      if (layers.length === 0) return [];
      const path = documentPaths.schedule(teamId, schedule.id);
      return [
        {
          holdings: layers.map(({ name }) => ({
            kind: 'shift' as const,
            schedule: schedule.name,
            layer: name,
          })),
          async replace(given, { from, to, by }) {
            const current = await given.get(scheduleSchema, path);
            if (current === null) return;
            given.save(path, replacePerson(current, { from, to }, { by, now: given.now }).state);
          },
        },
      ];
    });
  },
};

/** Running ones and those to come. */
export const overrides: HoldingKind = {
  async find(work, teamId, userId) {
    const lasting = where('endsAt', '>', storedTime(work.now));
    const found = await work.find(overrideSchema, query(collectionPaths.overrides(teamId), lasting));
    const own = found.filter((one) => one.userId === userId || one.insteadOf === userId);
    const names = own.length === 0 ? new Map<string, string>() : await scheduleNames(work, teamId);
    return own.map((override) => ({
      holdings: [
        {
          kind: 'override' as const,
          schedule: names.get(override.scheduleId) ?? 'a schedule that is gone',
          standsIn: override.userId === userId,
        },
      ],
      async replace(given, { from, to, by }) {
        const path = documentPaths.override(teamId, override.id);
        const current = await given.get(overrideSchema, path);
        if (current === null) return;
        const context = { by, now: given.now };
        const { ended, next } = handOverOverride(current, { from, to }, given.newId(), context);
        const request = await requestOfOverride(given, teamId, override.id);
        if (request !== null)
          given.save(
            documentPaths.coverRequest(teamId, request.id),
            coverAfter(request, next, { from, to }, context),
          );
        if (ended !== null) given.save(path, ended);
        else if (next === null) given.remove(path);
        if (next !== null) given.save(documentPaths.override(teamId, next.id), next);
      },
    }));
  },
};

async function scheduleNames(work: UnitOfWork, teamId: string): Promise<ReadonlyMap<string, string>> {
  const schedules = await work.find(scheduleSchema, query(collectionPaths.schedules(teamId)));
  return new Map(schedules.map(({ id, name }) => [id, name]));
}

/** Open requests. A taken one follows its override. */
export const cover: HoldingKind = {
  async find(work, teamId, userId) {
    const open = where('status', '==', 'open');
    const found: readonly CoverRequest[] = await work.find(
      coverRequestSchema,
      query(collectionPaths.coverRequests(teamId), open),
    );
    const own = found.filter((one) => one.userId === userId || (one.asked ?? []).includes(userId));
    const names = own.length === 0 ? new Map<string, string>() : await scheduleNames(work, teamId);
    return own.map((request) => ({
      holdings: [
        {
          kind: 'cover' as const,
          schedule: names.get(request.scheduleId) ?? 'a schedule that is gone',
          own: request.userId === userId,
        },
      ],
      async replace(given, { from, to, by }) {
        const path = documentPaths.coverRequest(teamId, request.id);
        const current = await given.get(coverRequestSchema, path);
        if (current === null || !isOpen(current)) return;
        given.save(path, handOverRequest(current, { from, to }, { by, now: given.now }));
      },
    }));
  },
};

/** Ended with the membership. */
export const feeds: HoldingKind = {
  async find(work, teamId, userId) {
    const mine = where('userId', '==', userId);
    const found = await work.find(feedSchema, query(collectionPaths.feeds(teamId), mine));
    return found.map(({ id }) => ({
      holdings: [{ kind: 'feed' as const }],
      replace(given, { leaves }) {
        if (leaves) given.remove(documentPaths.feed(teamId, id));
        return Promise.resolve();
      },
    }));
  },
};

/** Ended with the membership, with its notes. */
export const timeOff: HoldingKind = {
  async find(work, teamId, userId) {
    const mine = where('userId', '==', userId);
    const found = await work.find(timeOffSchema, query(collectionPaths.timeOff(teamId), mine));
    return found.map(({ id }) => ({
      holdings: [{ kind: 'time-off' as const }],
      replace(given, { leaves }) {
        if (leaves)
          for (const path of [documentPaths.timeOff(teamId, id), documentPaths.timeOffNote(teamId, id)])
            given.remove(path);
        return Promise.resolve();
      },
    }));
  },
};

export const services: HoldingKind = {
  async find(work, teamId, userId) {
    const mine = where('ownerId', '==', userId);
    const found = await work.find(serviceSchema, query(collectionPaths.services(teamId), mine));
    return found.map(({ id, name }) => ({
      holdings: [{ kind: 'service' as const, name }],
      async replace(given, { from, to, by }) {
        const path = documentPaths.service(teamId, id);
        const current = await given.get(serviceSchema, path);
        if (current === null) return;
        const { state } = handOverService(current, { from, to }, { by, now: given.now });
        if (state !== current) given.save(path, state);
      },
    }));
  },
};

/** Steps of policies that name them. */
export const steps: HoldingKind = {
  async find(work, teamId, userId) {
    const policies = await work.find(policySchema, query(collectionPaths.policies(teamId)));
    return policies
      .filter((policy) => namesPerson(policy, userId))
      .map((policy) => ({
        holdings: [{ kind: 'step' as const, policy: policy.name }],
        async replace(given, { from, to, by }) {
          const path = documentPaths.policy(teamId, policy.id);
          const current = await given.get(policySchema, path);
          if (current === null) return;
          given.save(path, handOverPolicy(current, { from, to }, { by, now: given.now }).state);
        },
      }));
  },
};
