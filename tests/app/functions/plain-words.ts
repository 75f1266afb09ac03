/** Whether an error’s sentence is one for people. */

/** Words of validators, types and stacks. */
const jargon =
  /Expected|received|undefined|Invalid (?:type|key|value)|\b(?:Object|Array|string|boolean|null|NaN|schema|regex|variant|TypeError|stack)\b|\[object/u;

/** Fault of a sentence; null for a plain one of at most 300 characters. */
export function faultOfSentence(words: string): string | null {
  if (jargon.test(words)) return `jargon: ${words.slice(0, 200)}`;
  if (!/^\p{L}.*[.!?]$/su.test(words)) return `not a sentence: ${words.slice(0, 200)}`;
  return words.length > 300 ? `${words.length} characters long` : null;
}
