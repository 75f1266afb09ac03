/** `npm run pack`: the packages that other projects install, as tarballs in `dist-packages/`, with their sizes. */
import path from 'node:path';
import { packCli } from './packages/pack-cli.ts';
import { packAll } from './packages/pack.ts';

const outDir = path.resolve(import.meta.dirname, '../dist-packages');

const packed = await packAll(outDir);
for (const { manifest, tarball, size, modules } of packed) {
  const thirdParties = Object.keys(manifest.dependencies ?? {}).filter(
    (name) => !name.startsWith('@muster/'),
  );
  console.log(
    `${`${(size / 1000).toFixed(1)} kB`.padStart(9)}  ${path.relative(process.cwd(), tarball)}: ${modules.length} modules`,
    thirdParties.length > 0 ? `, needs ${thirdParties.join(', ')}` : '',
  );
}

const { tarball, size } = await packCli(outDir);
console.log(
  `${(size / 1000).toFixed(1)} kB`.padStart(9),
  ` ${path.relative(process.cwd(), tarball)}: the command line`,
);
