const longest = 63;

/** A name in a–z, 0–9 and dashes, as a team's address; `team` for a name that has none of them. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/gu, '');
  return words === '' ? 'team' : words;
}
