/** The part of a package's protos that one service needs. */
import protobuf, { type INamespace, type ReflectionObject, type Type } from 'protobufjs';

type Nested = NonNullable<INamespace['nested']>;

/** `service` with its dots, `google.firestore.v1.Firestore`. @throws Error when there is none of this name */
export function neededProtos(all: INamespace, service: string): INamespace {
  const root = protobuf.Root.fromJSON(structuredClone(all)).resolveAll();
  const needed = new Set<string>();
  const need = (found: ReflectionObject | null): void => {
    if (!found || needed.has(found.fullName)) return;
    needed.add(found.fullName);
    if (found instanceof protobuf.Type)
      for (const { resolvedType } of (found as Type).fieldsArray) need(resolvedType);
  };
  const { fullName, methodsArray } = root.lookupService(service);
  needed.add(fullName);
  for (const { resolvedRequestType, resolvedResponseType } of methodsArray) {
    need(resolvedRequestType);
    need(resolvedResponseType);
  }
  return { ...all, nested: within(all.nested ?? {}, '', needed) };
}

/** Needed definitions with the ones around them. */
function within(nested: Nested, above: string, needed: ReadonlySet<string>): Nested {
  const kept = Object.entries(nested).flatMap(([name, one]) => {
    const fullName = `${above}.${name}`;
    const inside = 'nested' in one && one.nested ? within(one.nested, fullName, needed) : {};
    if (!needed.has(fullName) && Object.keys(inside).length === 0) return [];
    return [[name, { ...one, nested: inside }] as const];
  });
  return Object.fromEntries(kept) as Nested;
}
