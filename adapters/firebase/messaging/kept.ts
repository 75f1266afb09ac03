/** The registration, kept in this browser from visit to visit. Where nothing can be kept it is made anew at each. */
import type { Registration } from '#ports/messaging/messaging.ts';

export interface KeptRegistration extends Registration {
  /** Address of this browser at the push service when it was registered. */
  readonly pushAddress: string | null;
}

export interface Kept {
  read(): KeptRegistration | null;
  write(registration: KeptRegistration | null): void;
}

export function keptRegistration(appName: string): Kept {
  const key = `muster/messaging/${appName}`;
  return {
    read() {
      try {
        const text = localStorage.getItem(key);
        return text === null ? null : (JSON.parse(text) as KeptRegistration);
      } catch {
        return null;
      }
    },
    write(registration) {
      try {
        if (registration) localStorage.setItem(key, JSON.stringify(registration));
        else localStorage.removeItem(key);
      } catch {
        // Storage is full or forbidden: this visit goes on without it.
      }
    },
  };
}
