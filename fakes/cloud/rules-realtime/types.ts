/** What is known of a value before there is one. */

export type Type =
  | 'boolean'
  | 'number'
  | 'string'
  | 'null'
  | 'snapshot'
  | 'query'
  | 'pattern'
  | 'list'
  /** Of a place: a plain value, or what has children. */
  | 'primitive'
  /** Of a token. */
  | 'any';

/** Which only shows at run time. */
export const isFuzzy = (type: Type): boolean => type === 'any' || type === 'primitive';

/** May a value of this type be one of those? */
export const mayBe = (type: Type, ...wanted: readonly Type[]): boolean =>
  isFuzzy(type) || wanted.includes(type);
