/** A finding of a check of the host. */
export interface HostFinding {
  readonly about: string;
  /** `fail`: Muster does not work like this. `warn`: a part of it may not. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  readonly advice?: string;
}

export const passedCheck = (about: string, detail: string): HostFinding => ({ about, state: 'ok', detail });

export const warnedCheck = (about: string, detail: string, advice: string): HostFinding => ({
  ...{ about, state: 'warn', detail, advice },
});

export const failedCheck = (about: string, detail: string, advice: string): HostFinding => ({
  ...{ about, state: 'fail', detail, advice },
});

/** Code of an error where there is one, as `ECONNREFUSED`, else its message: without addresses that may contain a password. */
export function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  for (const each of [error, cause])
    if (
      each instanceof Error &&
      'code' in each &&
      typeof each.code === 'string' &&
      /^[A-Z0-9_]+$/u.test(each.code)
    )
      return each.code;
  return error instanceof Error ? error.message : String(error);
}
