/** Connections of a tab to the cloud. */
import type { Channel } from '#fakes/cloud/channel.ts';

export interface CloudConnector {
  /** A new connection. */
  connect(): Channel;
}

export interface ConnectorOptions {
  /** Id of this tab. */
  readonly tabId: string;
  readonly onNotice: (notice: string) => void;
  /** A newer version of the app took the cloud over; this tab has to be reloaded. */
  readonly onRetired: () => void;
  /** Resolves when somebody may be about to sign in: the rest of the cloud is loaded then. Default: by the first request that needs it. */
  readonly visitor?: Promise<void>;
}
