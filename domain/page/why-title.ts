/** Heading of the reasons why a page asked its recipients. `me`: the reader is one of the recipients. */
export const reasonsTitle = (asked: 'me' | 'others' | 'nobody'): string =>
  ({ me: 'Why was I paged?', others: 'Why were they paged?', nobody: 'Why was nobody paged?' })[asked];
