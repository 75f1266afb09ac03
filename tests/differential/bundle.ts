/** Documents as a bundle, the one way by which the SDK's cache learns without a network what a server has confirmed. */
import { DocRef, type DocData, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';

export interface Known {
  readonly path: string;
  readonly data: DocData;
}

const confirmedAt = '2026-01-01T00:00:00.000000Z';
const encoder = new TextEncoder();

export function bundleOf(id: string, project: string, docs: readonly Known[]): string {
  const root = `projects/${project}/databases/(default)/documents`;
  const elements = docs.flatMap(({ path, data }) => {
    const name = `${root}/${path}`;
    return [
      { documentMetadata: { name, readTime: confirmedAt, exists: true } },
      {
        document: { name, fields: fieldsOf(root, data), createTime: confirmedAt, updateTime: confirmedAt },
      },
    ];
  });
  const body = elements.map(element).join('');
  const metadata = {
    id,
    createTime: confirmedAt,
    version: 1,
    totalDocuments: docs.length,
    totalBytes: encoder.encode(body).length,
  };
  return element({ metadata }) + body;
}

function element(content: unknown): string {
  const json = JSON.stringify(content);
  return `${encoder.encode(json).length}${json}`;
}

const fieldsOf = (root: string, data: DocData) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, encode(root, value)]));

function encode(root: string, value: DocValue): unknown {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return { stringValue: value };
  if (value instanceof Timestamp) return { timestampValue: time(value) };
  if (value instanceof Uint8Array) return { bytesValue: btoa(String.fromCharCode(...value)) };
  if (value instanceof DocRef) return { referenceValue: `${root}/${value.path}` };
  if (value instanceof GeoPoint)
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  if (value instanceof Vector) {
    const values = value.values.map(double);
    return {
      mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values } } } },
    };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map((inner) => encode(root, inner)) } };
  return { mapValue: { fields: fieldsOf(root, value as DocData) } };
}

const number = (value: number) =>
  Number.isSafeInteger(value) && !Object.is(value, -0) ? { integerValue: String(value) } : double(value);

/** Double as text where JSON has no number for it. */
const double = (value: number) => ({
  doubleValue:
    Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value),
});

/** Time to the microsecond, as a server stores it. */
function time({ seconds, nanoseconds }: Timestamp): string {
  const date = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${date}.${String(Math.floor(nanoseconds / 1000)).padStart(6, '0')}Z`;
}
