/**
 * Writes src/ui/fonts/inter-latin.woff2: the package's Latin Inter with the weights and features that the app uses, which every first visit fetches:
 * `node tools/latin-font.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';

const source = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

export const latinFontFile = path.resolve(import.meta.dirname, '../src/ui/fonts/inter-latin.woff2');

/** Weights from `--weight-regular` to `--weight-bold` of src/ui/tokens.css. */
const weights = { min: 400, max: 640 };

/** Features that browsers apply by default, and the figures of one width of `font-variant-numeric: tabular-nums`. */
const features = ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'];

/** Characters of Latin text: the face's range in src/ui/fonts.css. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
] as const;

export async function latinFont(): Promise<Buffer> {
  const text = ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    .join('');
  return subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: weights },
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(latinFontFile, await latinFont());
