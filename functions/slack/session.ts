/** Member of a request from Slack, with the ports and the id of its command. */
import type { ServerPorts } from '#ports/server/server.ts';
import type { SlackMember } from './slack-member.ts';

export interface SlackSession {
  readonly server: ServerPorts;
  readonly acting: SlackMember;
  /** Id of the command that the request may run. */
  readonly commandId: string;
  /** Epoch milliseconds at which the request came. */
  readonly askedAt: number;
  /** Address of a screen of the team. */
  urlOf(path: string): string;
}
