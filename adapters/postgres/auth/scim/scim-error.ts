/** Errors of SCIM (RFC 7644, section 3.12). */
type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'tooMany'
  | 'uniqueness';

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimErrorType | null;

  constructor(status: number, detail: string, scimType: ScimErrorType | null = null) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const noSuchUser = () => new ScimError(404, 'There is no such user.');
