/** The headers of firebase.json, which every preview and every test in a browser keeps to. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface Hosting {
  readonly hosting: {
    readonly headers: readonly {
      readonly source: string;
      readonly headers: readonly { readonly key: string; readonly value: string }[];
    }[];
  };
}

/** Response headers of production, its content security policy among them. */
export async function hostedHeaders(): Promise<Record<string, string>> {
  const { hosting } = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, '../firebase.json'), 'utf8'),
  ) as Hosting;
  const forAll = hosting.headers.find(({ source }) => source === '**')?.headers ?? [];
  return Object.fromEntries(forAll.map(({ key, value }) => [key, value]));
}
