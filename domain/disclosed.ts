/**
 * Text that the guard of reads has released to its reader. Made by that guard only (`functions/kernel/read-guard.ts`): outputs of reads
 * require it, so unchecked text of a page or task does not compile into one.
 */
declare const disclosed: unique symbol;
interface Disclosed {
  readonly [disclosed]: true;
}
export type DisclosedText = string & Disclosed;
export type DisclosedItem = object & Disclosed;
