/** Lists of the HTTP API. */
import { answered } from './api.ts';
import { CliError } from './cli-error.ts';

type Answer<Data> = Parameters<typeof answered<Data>>[0];

interface ListPart<Item> {
  readonly items: readonly Item[];
  readonly next?: string | null;
}

/** Query of one part of a list. */
export interface PartQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** Parts of a list that are read at most, each of up to 200 entries. */
const mostParts = 500;

/** Entries of one answer. @throws CliError for an answer that is no list */
export async function itemsOf<Item>(asking: Answer<ListPart<Item>>): Promise<readonly Item[]> {
  return (await partOf(asking)).items;
}

/** Entries of all parts of a list. @throws CliError */
export async function allItems<Item>(
  ask: (query: PartQuery) => Answer<ListPart<Item>>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < mostParts; count++) {
    const part: ListPart<Item> = await partOf(ask({ limit: 200, ...(cursor !== null && { cursor }) }));
    all.push(...part.items);
    const next = part.next ?? null;
    if (next === null) return all;
    if (typeof next !== 'string' || next === cursor) throw noList();
    cursor = next;
  }
  throw new CliError('unavailable', `The list has more than ${mostParts} parts.`);
}

async function partOf<Item>(asking: Answer<ListPart<Item>>): Promise<ListPart<Item>> {
  const part = await answered(asking);
  const items: unknown = part.items;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'object' && item !== null))
    throw noList();
  return part;
}

const noList = () =>
  new CliError('unavailable', 'The answer is no list of a Muster server. Check MUSTER_URL.');
