/** Every recorded verdict on rules of the realtime database is reproduced. */
import { expect, test } from 'vitest';
import { empty, fromWire } from '#query/tree/node.ts';
import { compileDatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { Json } from '#ports/shared.ts';
import { onVerdicts } from './recorded-verdicts.ts';

interface RecordedCase {
  readonly description: string;
  readonly operation: 'read' | 'write';
  readonly opPath: string;
  readonly authPresent: boolean;
  /** Data before the access, at the path; or anywhere, by path. */
  readonly mockData?: Json;
  readonly seed?: Readonly<Record<string, Json>>;
  readonly newData?: Json;
  readonly verdict: 'ALLOW' | 'DENY';
}

const uid = 'ada';
const keysOf = (path: string) => path.replaceAll('<UID>', uid).split('/').slice(1);

onVerdicts<RecordedCase>('rtdb', 65, ({ rules, cases }) => {
  test.each(cases)(
    '$operation: $description',
    ({ operation, opPath, authPresent, mockData = null, seed = {}, newData = null, verdict }) => {
      const rulesOf = compileDatabaseRules(`{"rules": ${rules}}`);
      const auth = authPresent ? { uid, provider: 'password', token: { sub: uid } } : null;
      const keys = keysOf(opPath);
      const now = Date.UTC(2026, 6, 1);
      const before = Object.entries(seed).reduce(
        (root, [path, value]) => root.with(keysOf(path), fromWire(value)),
        empty.with(keys, fromWire(mockData)),
      );
      const refusal =
        operation === 'read'
          ? rulesOf.read({ auth, now, root: before, query: normalQuery(keys.join('/')) }).refusal
          : rulesOf.write({ auth, now, before, after: before.with(keys, fromWire(newData)), places: [keys] });
      expect(refusal?.message ?? 'ALLOW').toMatch(verdict === 'ALLOW' ? /^ALLOW$/ : / is denied to /);
    },
  );
});
