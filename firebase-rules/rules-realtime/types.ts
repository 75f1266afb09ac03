/** Static types of values. */

export type Type =
  | 'boolean'
  | 'number'
  | 'string'
  | 'null'
  | 'snapshot'
  | 'query'
  | 'pattern'
  | 'list'
  /** Value of a place: plain, or with children. */
  | 'primitive'
  /** Claim of a token, of any type. */
  | 'any';

/** Whether a type is only known at run time. */
export const isFuzzy = (type: Type): boolean => type === 'any' || type === 'primitive';

/** Whether a value of this type may be of one of the others. */
export const mayBe = (type: Type, ...wanted: readonly Type[]): boolean =>
  isFuzzy(type) || wanted.includes(type);
