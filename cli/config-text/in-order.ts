/** Entries of one kind, ordered by their references: the referenced entry first. */
interface Ordered {
  readonly id: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** A cycle is left as it is; the server rejects it. */
export function inOrder<E extends Ordered>(entries: readonly E[]): readonly E[] {
  const left = new Map(entries.map((one) => [one.id, one]));
  const ordered: E[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ id, entry }) =>
      [entry['thenPolicyId'], entry['dependsOn']]
        .flat()
        .every((other) => typeof other !== 'string' || other === id || !left.has(other)),
    );
    const next = free.length > 0 ? free : [...left.values()];
    for (const one of next) left.delete(one.id);
    ordered.push(...next);
  }
  return ordered;
}
