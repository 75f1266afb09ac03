/** The team that a person used last in this browser: for addresses that name none. */
const prefix = 'muster.team.';

export function lastTeam(userId: string): string | null {
  try {
    return localStorage.getItem(prefix + userId);
  } catch {
    return null;
  }
}

export function keepLastTeam(userId: string, teamId: string): void {
  try {
    localStorage.setItem(prefix + userId, teamId);
  } catch {
    // Storage is full or forbidden: the person begins in their first team.
  }
}
