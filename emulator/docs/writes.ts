/** Writes as the protocol has them (a document, a mask, transforms, a precondition) as the ports say them, and what came of them. */
import type { Accepted } from '#fakes/cloud/docs/protocol.ts';
import type { CommitReading } from '#fakes/cloud/docs/commit.ts';
import type { WriteResult } from '#query/write-result.ts';
import { numberOf } from '#query/exact-number.ts';
import type { Write } from '#ports/docs/docs.ts';
import { type FieldPath, formatFieldPath } from '#provider-kit/docs/field-path.ts';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  type DocValue,
  FieldOp,
  serverTimestamp,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { platformFieldPath, platformPath } from '#firebase-rules/platform/arguments.ts';
import type { WirePrecondition, WireTransform, WireValue, WireWrite } from './messages.ts';
import type { ResourceNames } from './names.ts';
import { refusing } from './status.ts';
import { wireFieldsOf, microsOf, docValueOf, wireTime, wireValue } from './values.ts';

export interface Batch {
  readonly writes: readonly Write[];
  readonly readings: readonly CommitReading[];
  /** For each write asked for, its place among `writes`; `null` for one that only verifies. */
  readonly places: readonly (number | null)[];
}

/** @throws PortError invalid-argument */
export function batchFrom(wire: readonly WireWrite[], names: ResourceNames): Batch {
  const writes: Write[] = [];
  const readings: CommitReading[] = [];
  const places: (number | null)[] = [];
  for (const one of wire) {
    const path = refusing(() => platformPath(names.pathOf(nameIn(one))));
    const write = writeFrom(one, path, names);
    places.push(write ? writes.push(write) - 1 : null);
    const reading = readingFrom(path, one.currentDocument, write?.type === 'update');
    if (reading) readings.push(reading);
  }
  return { writes, readings, places };
}

const nameIn = ({ update, delete: deleted, verify, transform }: WireWrite) =>
  update?.name ?? deleted ?? verify ?? transform?.document;

/** An update says by itself that the document must be there. */
function readingFrom(
  path: string,
  precondition: WirePrecondition = {},
  isUpdate: boolean,
): CommitReading | null {
  const { exists, updateTime } = precondition;
  if (updateTime) return { path, version: microsOf(updateTime) };
  if (exists === false) return { path, version: null };
  return exists && !isUpdate ? { path, version: 'any' } : null;
}

function writeFrom(wire: WireWrite, path: string, names: ResourceNames): Write | null {
  if (wire.verify !== undefined) return null;
  if (wire.delete !== undefined) return { type: 'delete', path };
  const transforms = wire.updateTransforms ?? wire.transform?.fieldTransforms ?? [];
  const operations = transforms.map(
    (transform) => [parsed(transform.fieldPath), operationFrom(transform, names)] as const,
  );
  const data: WriteData = refusing(() => wireFieldsOf(wire.update?.fields ?? {}, names));
  const mask = wire.transform ? [] : wire.updateMask && (wire.updateMask.fieldPaths ?? []).map(parsed);
  if (!mask) return { type: 'set', path, data: withOperations(data, operations) };
  const { exists, updateTime } = wire.currentDocument ?? {};
  const values = mask.map((field) => {
    const value = valueAt(data, field);
    return [field, value === undefined ? deleteField() : value] as const;
  });
  if (exists || updateTime) return { type: 'update', path, changes: changesOf([...values, ...operations]) };
  const alone = operations.filter(([field]) => !mask.some((other) => isPrefix(other, field)));
  return {
    type: 'set',
    path,
    data: withOperations(withOperations({}, values), operations),
    merge: [...mask, ...alone.map(([field]) => field)].map(formatFieldPath),
  };
}

type FieldValue = readonly [field: FieldPath, value: WriteValue];

const parsed = (field: string | undefined): FieldPath => refusing(() => platformFieldPath(field));

const changesOf = (values: readonly FieldValue[]): Readonly<Record<string, WriteValue>> =>
  Object.fromEntries(values.map(([field, value]) => [formatFieldPath(field), value]));

const isPrefix = (one: FieldPath, other: FieldPath) =>
  one.length <= other.length && one.every((name, at) => name === other[at]);

const isMap = (value: WriteValue | undefined): value is WriteData =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function valueAt(data: WriteData, path: FieldPath): WriteValue | undefined {
  let value: WriteValue | undefined = data;
  for (const name of path) value = isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** The data with these values laid over it; maps on the way are made, or copied. */
function withOperations(data: WriteData, values: readonly FieldValue[]): WriteData {
  const copy: Record<string, WriteValue> = { ...data };
  const inner = new Map<string, FieldValue[]>();
  for (const [[name = '', ...rest], value] of values)
    if (rest.length === 0) copy[name] = value;
    else inner.set(name, [...(inner.get(name) ?? []), [rest, value]]);
  for (const [name, below] of inner) {
    const map = copy[name];
    copy[name] = withOperations(isMap(map) ? map : {}, below);
  }
  return copy;
}

function operationFrom(wire: WireTransform, names: ResourceNames): FieldOp {
  if (wire.setToServerValue === 'REQUEST_TIME') return serverTimestamp();
  if (wire.increment) return new FieldOp('increment', numberIn(wire.increment, names));
  if (wire.minimum) return new FieldOp('minimum', numberIn(wire.minimum, names));
  if (wire.maximum) return new FieldOp('maximum', numberIn(wire.maximum, names));
  if (wire.appendMissingElements) return arrayUnion(...listIn(wire.appendMissingElements, names));
  if (wire.removeAllFromArray) return arrayRemove(...listIn(wire.removeAllFromArray, names));
  throw new PortError('unimplemented', 'There is no field transform of this kind here.');
}

const listIn = ({ values = [] }: { readonly values?: readonly WireValue[] }, names: ResourceNames) =>
  values.map((value): DocValue => docValueOf(value, names));

/** As the cloud reckons with it, which the ports say of no other number than their own. */
function numberIn(wire: WireValue, names: ResourceNames): number {
  const value = docValueOf(wire, names);
  if (numberOf(value) === null)
    throw new PortError(
      'invalid-argument',
      'An increment, a minimum or a maximum needs a number: an integer or a double.',
    );
  return value as number;
}

/** Results of the writes of a request, in their order. */
export function resultsOf(
  wire: readonly WireWrite[],
  { places }: Batch,
  accepted: Accepted,
  names: ResourceNames,
) {
  return wire.map((write, at) => {
    const place = places[at] ?? null;
    const result = place === null ? undefined : accepted.results[place];
    const transforms = write.updateTransforms ?? write.transform?.fieldTransforms ?? [];
    return {
      ...(result && write.delete === undefined ? { updateTime: wireTime(result.version) } : {}),
      ...(transforms.length > 0
        ? { transformResults: transforms.map((transform) => transformResult(transform, result, names)) }
        : {}),
    };
  });
}

/** Unions and removals have no result. */
const transformResult = (
  { fieldPath }: WireTransform,
  result: WriteResult | undefined,
  names: ResourceNames,
): WireValue => wireValue(result?.resolved[formatFieldPath(parsed(fieldPath))] ?? null, names);
