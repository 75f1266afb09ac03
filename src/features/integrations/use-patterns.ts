/** RE2 for the rules that are edited: loaded with the first pattern. */
import { useQuery } from '@tanstack/react-query';
import { patternsFor } from '#api/load-patterns.ts';
import { noPatterns, type PatternCompiler } from '#domain/routing/pattern.ts';

/** Null while it is loading. */
export function usePatterns(rules: readonly unknown[]): PatternCompiler | null {
  const isNeeded = JSON.stringify(rules).includes('"pattern"');
  const { data } = useQuery({
    queryKey: ['routing-patterns', isNeeded],
    // A function can't be shared between queries as data: it stands in an object.
    queryFn: async () => ({ compile: await patternsFor(isNeeded ? rules : []) }),
    networkMode: 'always',
    staleTime: Infinity,
    structuralSharing: false,
  });
  return isNeeded ? (data?.compile ?? null) : noPatterns;
}
