/** Methods of values. */
import { listMethods, setMethods } from './collection-methods.ts';
import { withType } from './describe.ts';
import { diffMethods, mapMethods } from './map-methods.ts';
import type { Method, Methods } from './method.ts';
import { bytesMethods, pathMethods, placeMethods } from './other-methods.ts';
import { stringMethods } from './string-methods.ts';
import { durationMethods, timeMethods } from './time-methods.ts';
import { Failure, type Result, type TypeName, typeOf, type Value } from './values.ts';

/** Methods by type; each table is only ever called with values of its type. */
const tables: Readonly<Partial<Record<TypeName, Methods<never>>>> = {
  string: stringMethods,
  list: listMethods,
  set: setMethods,
  map: mapMethods,
  map_diff: diffMethods,
  bytes: bytesMethods,
  path: pathMethods,
  latlng: placeMethods,
  timestamp: timeMethods,
  duration: durationMethods,
};

/** The methods of one name: look once, call often. */
export class MethodByName {
  private readonly name: string;
  private readonly byType: ReadonlyMap<TypeName, Method<Value>>;

  constructor(name: string) {
    this.name = name;
    const found = Object.entries(tables).flatMap(([type, table]) =>
      Object.hasOwn(table, name)
        ? [[type as TypeName, table[name] as unknown as Method<Value>] as const]
        : [],
    );
    this.byType = new Map(found);
  }

  /** `count` is how many arguments there are; those beyond are not looked at. */
  call(self: Value, count: number, one: Value, other: Value): Result {
    const method = this.byType.get(typeOf(self));
    if (!method) return new Failure(() => `there is no method ${this.name} of ${withType(self)}`);
    if (method.takes !== count)
      return new Failure(() => `${this.name} takes ${method.takes} arguments, not ${count}`);
    return method.call(self, one, other);
  }
}
