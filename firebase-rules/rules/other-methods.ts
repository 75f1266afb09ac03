/** Methods of bytes, paths and places. */
import { DocRef, GeoPoint } from '#ports/docs/values.ts';
import { textOf } from './convert.ts';
import { withType } from './describe.ts';
import { type Methods, plain, wanted } from './method.ts';
import {
  asMap,
  documentPath,
  Failure,
  fieldOf,
  keysOf,
  type MapValue,
  Path,
  type Result,
  type Value,
} from './values.ts';

/** In browsers, workers and Node; the libraries of this module's compilation don't have it. */
declare const btoa: (binary: string) => string;

export const bytesMethods: Methods<Uint8Array> = {
  size: plain((self) => self.length),
  toBase64: plain((self) => {
    const text = btoa(Array.from(self, (byte) => String.fromCharCode(byte)).join(''));
    return text.replaceAll('+', '-').replaceAll('/', '_');
  }),
  toHexString: plain((self) =>
    Array.from(self, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(''),
  ),
};

export const pathMethods: Methods<Path | DocRef> = {
  bind: {
    takes: 1,
    call(self, values) {
      const map = asMap(values);
      return map
        ? bound(self instanceof Path ? self : documentPath(self.path), map)
        : wanted('a map', values);
    },
  },
};

function bound(path: Path, map: MapValue): Result {
  const segments: Path['segments'][number][] = [];
  for (const segment of path.segments) {
    const value = typeof segment === 'string' ? undefined : fieldOf(map, segment.name);
    const filled = value === undefined ? [segment] : segmentsOf(value);
    if (filled instanceof Failure) return filled;
    segments.push(...filled);
  }
  const values = keysOf(map).map((key) => [key, fieldOf(map, key) ?? null] as const);
  return new Path(segments, new Map([...path.bound, ...values]));
}

/** Path segments of a value. */
export function segmentsOf(value: Value): Path['segments'] | Failure {
  if (typeof value === 'string') return value.split('/').filter((segment) => segment !== '');
  if (value instanceof Path) return value.segments;
  if (value instanceof DocRef) return documentPath(value.path).segments;
  const text = value === null || typeof value === 'boolean' ? null : textOf(value);
  return text === null ? new Failure(() => `${withType(value)} can't be a part of a path`) : [text];
}

const earthRadius = 6_371_010;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export const placeMethods: Methods<GeoPoint> = {
  latitude: plain((self) => self.latitude),
  longitude: plain((self) => self.longitude),
  /** Distance in metres, along the ground. */
  distance: {
    takes: 1,
    call: (self, other) => (other instanceof GeoPoint ? distance(self, other) : wanted('a latlng', other)),
  },
};

function distance(one: GeoPoint, other: GeoPoint): number {
  const up = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const share = up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(share)));
}
