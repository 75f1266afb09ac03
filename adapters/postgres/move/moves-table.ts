/** Table of the move that has brought everything here, of one row at most: an installation that holds a part of it is filled on. */
export const movesTables: readonly string[] = ['CREATE TABLE moves (id text PRIMARY KEY)'];
