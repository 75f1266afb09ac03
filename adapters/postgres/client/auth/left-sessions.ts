/** Sessions that a browser has left, until they are ended on the server. */
export class LeftSessions {
  private readonly secrets = new Set<string>();
  private readonly signOut: (secret: string) => Promise<unknown>;

  constructor(signOut: (secret: string) => Promise<unknown>) {
    this.signOut = signOut;
  }

  /** Ends a session now, or with `endAll` once the server is reached. */
  end(secret: string): void {
    this.secrets.add(secret);
    this.signOut(secret).then(
      () => this.secrets.delete(secret),
      () => {},
    );
  }

  /** Ends those that are left. */
  endAll(): void {
    for (const secret of [...this.secrets]) this.end(secret);
  }
}
