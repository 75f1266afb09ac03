/**
 * Owner of the pushes to this browser: the person who enabled them here. Kept by the browser under the registration, since tabs may be
 * registered apart (ports/messaging) and people take turns at one browser.
 */
import type { Messaging } from '#ports/messaging/messaging.ts';

const prefix = 'muster.push.';

export function keepOwner(registrationId: string, uid: string): void {
  try {
    localStorage.setItem(prefix + registrationId, uid);
  } catch {
    // Storage is full or forbidden: the server still sends each push to its last owner only.
  }
}

export function ownerOf(registrationId: string): string | null {
  try {
    return localStorage.getItem(prefix + registrationId);
  } catch {
    return null;
  }
}

export function forgetOwner(registrationId: string): void {
  try {
    localStorage.removeItem(prefix + registrationId);
  } catch {
    // Without storage no owner is stored.
  }
}

/** Ids of the push registrations that a person has had in this browser, including ended registrations. */
export function registrationsOf(uid: string): readonly string[] {
  try {
    const ids = Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
    return ids.filter((id) => ownerOf(id) === uid);
  } catch {
    return [];
  }
}

/** Whether anybody has enabled pushes in this browser. Costs nothing to read. */
export function anyOwner(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}

/** Ends pushes to this browser unless they are for `uid`. @throws PortError unavailable while there is no connection */
export async function endPushOfOthers(messaging: Messaging, uid: string | null): Promise<void> {
  const registration = await messaging.registration();
  if (registration === null) return;
  const owner = ownerOf(registration.id);
  if (owner === null || owner === uid) return;
  await messaging.unregister();
  forgetOwner(registration.id);
}
