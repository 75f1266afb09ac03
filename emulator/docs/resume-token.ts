/** What a client keeps so as to be told only what has changed since: the state of the store that it knows. */
export interface KnownState {
  readonly epoch: string;
  readonly since: number;
}

const unknown: KnownState = { epoch: '', since: 0 };

export const ResumeToken = {
  write: ({ epoch, since }: KnownState): Uint8Array => Buffer.from(`${since}:${epoch}`),
  /** What can't be read is a state that nobody knows any more. */
  read(token: Uint8Array | undefined): KnownState {
    const match = /^(\d+):(.+)$/u.exec(Buffer.from(token ?? []).toString());
    return match?.[2] === undefined ? unknown : { epoch: match[2], since: Number(match[1]) };
  },
};
