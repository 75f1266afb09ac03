/** Paths as texts that PostgreSQL can hold: it takes neither U+0000 nor half a surrogate pair. */

/** Injective; a path without control characters, quotes and backslashes stays as it is. */
export const nameText = (path: string): string => JSON.stringify(path).slice(1, -1);

export const pathOfText = (text: string): string => JSON.parse(`"${text}"`) as string;
