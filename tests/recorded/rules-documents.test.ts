/** Every recorded verdict on rules of documents is reproduced. */
import { expect, test } from 'vitest';
import { LookupBudget } from '#firebase-rules/rules/budget.ts';
import { compileDocRules } from '#firebase-rules/rules/rules.ts';
import type { AccessMethod } from '#firebase-rules/rules/syntax.ts';
import type { DocData } from '#ports/docs/values.ts';
import {
  mocked,
  micros,
  onVerdicts,
  refused,
  type RecordedAuth,
  type RecordedMock,
} from './recorded-verdicts.ts';

interface RecordedCase {
  readonly description: string;
  readonly method: AccessMethod;
  readonly path: string;
  readonly auth?: RecordedAuth | null;
  readonly data?: DocData;
  readonly resource?: DocData;
  readonly functionMocks?: readonly RecordedMock[];
  readonly verdict: 'ALLOW' | 'DENY';
}

onVerdicts<RecordedCase>('firestore', 128, ({ rules, cases }) => {
  test.each(cases)('$description', ({ method, path, auth, data, resource, functionMocks, verdict }) => {
    const find = mocked(functionMocks);
    const decision = compileDocRules(rules).check(
      {
        method,
        path,
        auth: auth ? { uid: auth.uid, token: auth.token ?? {} } : null,
        time: micros('2026-07-01T00:00:00Z'),
        resource: resource ?? null,
        after: data ?? null,
        // The recordings are of made-up documents: with data and no name, and missing where none was given.
        mocked: true,
      },
      { get: find, getAfter: find },
      LookupBudget.single(),
    );
    expect(decision).toMatchObject(verdict === 'ALLOW' ? { allowed: true } : refused(method, path));
  });
});
