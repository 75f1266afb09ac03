/** Resume token of a client: the state of the store that the client has, so that only later changes are sent. */
export interface KnownState {
  readonly epoch: string;
  readonly since: number;
}

const unknown: KnownState = { epoch: '', since: 0 };

export const ResumeToken = {
  write: ({ epoch, since }: KnownState): Uint8Array => Buffer.from(`${since}:${epoch}`),
  /** An unreadable token stands for an unknown state. */
  read(token: Uint8Array | undefined): KnownState {
    const match = /^(\d+):(.+)$/u.exec(Buffer.from(token ?? []).toString());
    return match?.[2] === undefined ? unknown : { epoch: match[2], since: Number(match[1]) };
  },
};
