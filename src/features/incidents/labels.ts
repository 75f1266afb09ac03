/** Labels that several panels of the room share. */
import type { RoomRole } from '#domain/incident/schema.ts';

export const roleNames: Readonly<Record<RoomRole, string>> = {
  commander: 'Commander',
  operations: 'Operations',
  communications: 'Communications',
  scribe: 'Scribe',
};

/** “12 s”, “4 min”, “1 h 04 min”, “2 d 3 h”: for reading, where “1:04:12” would be for watching. */
export function longDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** “Lin”, “Lin and Sam”, “Lin, Sam and 3 more”. */
export function listNames(names: readonly string[], most = 3): string {
  if (names.length <= 1) return names[0] ?? 'nobody';
  const shown = names.length > most ? names.slice(0, most - 1) : names.slice(0, -1);
  const last = names.length > most ? `${names.length - shown.length} more` : (names.at(-1) ?? '');
  return `${shown.join(', ')} and ${last}`;
}

/** “12,345”. */
export const amount = (count: number): string => count.toLocaleString('en');
