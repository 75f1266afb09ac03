/** Ends of the command line, each with its exit code. */
export const exitCodes = {
  /** A wrong command, option or configuration. */
  usage: 2,
  /** The key is refused, or lacks a scope or a permission. */
  forbidden: 3,
  /** There is no such incident, page or schedule. */
  not_found: 4,
  /** Changed or ended meanwhile, or nobody is on call. */
  conflict: 5,
  /** The server can't be reached, is overloaded, or asks to wait. */
  unavailable: 6,
} as const;
export type ExitReason = keyof typeof exitCodes;

export class CliError extends Error {
  readonly reason: ExitReason;

  constructor(reason: ExitReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
