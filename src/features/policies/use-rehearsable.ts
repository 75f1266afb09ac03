import { useMemo } from 'react';
import type { FrozenPolicy } from '#domain/policy/schema.ts';
import { rehearsablePolicy } from './policy-values.ts';

/**
 * The rehearsable part of a policy that is being edited. The same object until its content changes, although the form makes a new one for
 * each render.
 */
export function useRehearsable(policy: FrozenPolicy): FrozenPolicy {
  const content = JSON.stringify(policy);
  return useMemo(() => rehearsablePolicy(JSON.parse(content) as FrozenPolicy), [content]);
}
