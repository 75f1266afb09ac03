/** Every recorded verdict on rules of files is reproduced. */
import { expect, test } from 'vitest';
import type { ObjectMeta } from '#firebase-rules/rules/decisions.ts';
import { compileStorageRules } from '#firebase-rules/rules/rules.ts';
import type { AccessMethod } from '#firebase-rules/rules/syntax.ts';
import {
  mocked,
  micros,
  onVerdicts,
  refused,
  type RecordedAuth,
  type RecordedMock,
  timestamp,
} from './recorded-verdicts.ts';

type RecordedMeta = Omit<ObjectMeta, 'timeCreated' | 'updated'> & {
  readonly timeCreated?: string;
  readonly updated?: string;
};

interface RecordedCase {
  readonly description: string;
  readonly method: AccessMethod;
  readonly path: string;
  readonly auth?: RecordedAuth | null;
  readonly resource?: RecordedMeta;
  readonly existingResource?: RecordedMeta;
  readonly requestTime?: string;
  readonly functionMocks?: readonly RecordedMock[];
  readonly verdict: 'ALLOW' | 'DENY';
}

function metaOf(recordedMeta: RecordedMeta | undefined): ObjectMeta | null {
  if (!recordedMeta) return null;
  const { timeCreated, updated, ...meta } = recordedMeta;
  return {
    ...meta,
    ...(timeCreated && { timeCreated: timestamp(timeCreated) }),
    ...(updated && { updated: timestamp(updated) }),
  };
}

onVerdicts<RecordedCase>('storage', 80, ({ rules, cases }) => {
  test.each(cases)(
    '$description',
    ({ method, path, auth, resource, existingResource, requestTime, functionMocks, verdict }) => {
      const decision = compileStorageRules(rules).check(
        {
          method,
          bucket: 'demo-pyric.appspot.com',
          path,
          auth: auth ? { uid: auth.uid, token: auth.token ?? {} } : null,
          time: micros(requestTime ?? '2026-07-01T00:00:00Z'),
          resource: metaOf(existingResource),
          after: metaOf(resource),
          // The recordings are of made-up files, and missing where none was given.
          mocked: true,
        },
        { get: mocked(functionMocks) },
      );
      expect(decision).toMatchObject(verdict === 'ALLOW' ? { allowed: true } : refused(method, path));
    },
  );
});
