/** The last used team of a person in this browser, for addresses without a team. */
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
    // Without storage the person's first team is the default.
  }
}

export function forgetLastTeam(userId: string): void {
  try {
    localStorage.removeItem(prefix + userId);
  } catch {
    // Without storage no team is stored.
  }
}
