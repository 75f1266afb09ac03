/** Text as it is compared in a search: without case and accents, and each white space a blank. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s/g, ' ').toLowerCase();
