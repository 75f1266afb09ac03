/** Methods of lists and sets. */
import { textOf } from './convert.ts';
import { describe } from './describe.ts';
import { distinct, hasItem, includes } from './equality.ts';
import { type Methods, plain, withList, withListOrSet, withSet, withText } from './method.ts';
import { Failure, type Value, ValueSet } from './values.ts';

type Items = readonly Value[];

export const listMethods: Methods<Items> = {
  size: plain((self) => self.length),
  toSet: plain(distinct),
  concat: withList((self, items) => [...self, ...items]),
  hasAll: withList((self, items) => items.every((value) => includes(self, value))),
  hasAny: withList((self, items) => items.some((value) => includes(self, value))),
  hasOnly: withList((self, items) => self.every((value) => includes(items, value))),
  removeAll: withList((self, items) => self.filter((value) => !includes(items, value))),
  join: withText((self, separator) => {
    const texts = self.map(textOf);
    const at = texts.indexOf(null);
    return at < 0
      ? texts.join(separator)
      : new Failure(() => `join can't write ${describe(self[at] ?? null)} as a string`);
  }),
};

export const setMethods: Methods<ValueSet> = {
  size: plain((self) => self.items.length),
  hasAll: withListOrSet((self, items) => items.every((value) => hasItem(self, value))),
  hasAny: withListOrSet((self, items) => items.some((value) => hasItem(self, value))),
  hasOnly: withListOrSet((self, items) => {
    const allowed = new ValueSet(items);
    return self.items.every((value) => hasItem(allowed, value));
  }),
  difference: withSet((self, other) => new ValueSet(self.items.filter((value) => !hasItem(other, value)))),
  intersection: withSet((self, other) => new ValueSet(self.items.filter((value) => hasItem(other, value)))),
  union: withSet((self, other) => distinct([...self.items, ...other.items])),
};
