/** The question that the reasons answer. `me`: the reader was asked. */
export const reasonsTitle = (asked: 'me' | 'others' | 'nobody'): string =>
  ({ me: 'Why was I paged?', others: 'Why were they paged?', nobody: 'Why was nobody paged?' })[asked];
