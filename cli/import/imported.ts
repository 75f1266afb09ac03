/** Content of an export in Muster's terms, with the ids of people of the other tool, and notes on what is not carried over. */
import type { Policy } from '#domain/policy/schema.ts';
import type { Layer, WeeklyWindow } from '#domain/schedule/schema.ts';

export interface ImportedPerson {
  readonly name: string;
  /** '' where the export has none. */
  readonly email: string;
}

/** A layer whose `people` are ids of the other tool. */
export type ImportedLayer = Omit<Layer, 'restrictions' | 'shadow'> & {
  readonly restrictions: WeeklyWindow[];
};

/** Span of a person on call in the other tool's rendered schedule, without overrides. */
export interface ExpectedShift {
  readonly person: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface ImportedSchedule {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** The later one wins. */
  readonly layers: readonly ImportedLayer[];
  readonly expected: readonly ExpectedShift[];
}

/** `schedule` and `person`: ids of the other tool. */
export type ImportedTarget =
  | { readonly kind: 'schedule'; readonly schedule: string }
  | { readonly kind: 'person'; readonly person: string };

export interface ImportedStep {
  readonly targets: readonly ImportedTarget[];
  readonly delayMinutes: number;
  readonly mode: Policy['steps'][number]['mode'];
}

export interface ImportedPolicy {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly ImportedStep[];
  readonly repeat: number;
}

export interface ImportedExport {
  /** Numbers of those in the export; what can’t be carried over is not among the others. */
  readonly found: { readonly schedules: number; readonly policies: number };
  readonly people: ReadonlyMap<string, ImportedPerson>;
  /** By ids of the other tool. */
  readonly schedules: readonly ImportedSchedule[];
  readonly policies: readonly ImportedPolicy[];
}

/** `left-out`: it is not in the result. `differs`: it is, and is not quite the same there. */
export interface ImportNote {
  readonly kind: 'left-out' | 'differs';
  /** Such as `schedule “Payments” › layer “Nights”`. */
  readonly place: string;
  readonly sentence: string;
}

/** Notes in the order in which they were made. */
export class ImportNotes {
  readonly all: ImportNote[] = [];

  leftOut(place: string, sentence: string): void {
    this.all.push({ kind: 'left-out', place, sentence });
  }

  differs(place: string, sentence: string): void {
    this.all.push({ kind: 'differs', place, sentence });
  }
}

/** End of the reading of one entry: it is left out as a whole. */
class NotImportable extends Error {}

export function notImportable(sentence: string): never {
  throw new NotImportable(sentence);
}

/** Results of the entries that `read` accepts; a note gives the reason for each other entry. */
export function readEach<T, R>(
  entries: readonly T[],
  notes: ImportNotes,
  placeOf: (entry: T) => string,
  read: (entry: T, place: string) => R,
): readonly R[] {
  return entries.flatMap((entry) => {
    const place = placeOf(entry);
    try {
      return [read(entry, place)];
    } catch (error) {
      if (!(error instanceof NotImportable)) throw error;
      notes.leftOut(place, error.message);
      return [];
    }
  });
}
