/** Writes api/windows-zones.ts, CLDR's table of the names of Windows, from the package: `node tools/windows-zones.ts`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';

/** Territory of the zone that a name stands for wherever it is. */
const world = '001';
const file = path.resolve(import.meta.dirname, '../api/windows-zones.ts');

export function windowsZonesFile(): string {
  const rows = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === world).map(
    ({ windowsName, iana: [zone] }) => `  ['${windowsName}', '${zone}'],`,
  );
  return [
    '/** Time zones of Windows with their names of the IANA database: CLDR’s table, written by `node tools/windows-zones.ts`. */',
    'export const windowsZones: readonly (readonly [windows: string, iana: string])[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(file, windowsZonesFile());
