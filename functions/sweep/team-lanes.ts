/** Work of teams: in one team each after what was added before, across teams side by side. */
export class TeamLanes {
  private readonly ends = new Map<string | null, Promise<void>>();

  /** Starts the work now, or after that of its team. The work may not throw. */
  add(team: string | null, work: () => Promise<void>): void {
    this.ends.set(team, after(this.ends.get(team), work));
  }

  /** Resolves when all work has ended. */
  async end(): Promise<void> {
    await Promise.all(this.ends.values());
  }
}

async function after(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
  await before;
  await work();
}
