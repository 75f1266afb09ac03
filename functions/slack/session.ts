/** Who asks in Slack, and what their request may use. */
import type { ServerPorts } from '#ports/server/server.ts';
import type { SlackMember } from './slack-member.ts';

export interface SlackSession {
  readonly server: ServerPorts;
  readonly acting: SlackMember;
  /** Id for the one command of the request. */
  readonly commandId: string;
  /** Address of a screen of the team. */
  urlOf(path: string): string;
}
