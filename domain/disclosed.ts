/**
 * What the guard of reads has let through to its reader. Only that guard makes it (`functions/kernel/read-guard.ts`): outputs of reads ask
 * for it, so that text of a page or task which nobody has checked does not compile into one.
 */
declare const disclosed: unique symbol;
interface Disclosed {
  readonly [disclosed]: true;
}
export type DisclosedText = string & Disclosed;
export type DisclosedItem = object & Disclosed;
