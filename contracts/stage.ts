/**
 * Test stage: a fresh backend, and the clients that a scenario connects to it. Parts that a provider can't have are
 * left out.
 */
import type { Backend } from '#ports/backend.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import type { InboxMessage, ServiceName } from '#ports/control.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { NotificationClick, PushMessage, PushPermission } from '#ports/messaging/messaging.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/**
 * Members that every scenario may use. Clients are typed as having every extension: a scenario names the extensions
 * that it uses in its `needs`.
 */
export interface ClientStage<Client extends Backend = Backend> {
  /** A new browser of a new person; nobody is signed in. */
  connect(options?: { readonly settings?: Partial<ClientSettings> }): Promise<Client>;
  /** Pulls or plugs this client's network cable. */
  setNetwork(client: CompleteBackend, on: boolean): Promise<void>;
  /** The browser is closed, or dies: nothing is said to the backend. */
  kill(client: CompleteBackend): Promise<void>;
  /** Moves time for backend and clients alike. */
  advance(ms: number): Promise<void>;
  /** Waits until all work that needs no time is done. */
  settle(): Promise<void>;
  /** Number of a client's open subscriptions, as far as the provider can count them. */
  openSubscriptions(client: CompleteBackend): number;
  dispose(): Promise<void>;
}

/** Browsers that outlast a page. */
export interface BrowserStage<Client extends Backend = Backend> {
  /** Reloads the page in the same browser, as offline as it was; the earlier client is gone without notice. */
  reload(client: CompleteBackend): Promise<Client>;
  /** Opens another tab of the same browser, as online as any; it has only the state that all tabs share. */
  openTab(client: CompleteBackend): Promise<Client>;
}

export interface FaultStage {
  /**
   * Ends the backend's process and starts another with its stored state. Every connection breaks, and is back when it resolves;
   * time may have moved meanwhile.
   */
  restart(): Promise<void>;
  /**
   * Loses the answer to this client's next request of this kind, which is carried out: the connection breaks in its place, and
   * comes back.
   */
  loseAnswer(client: CompleteBackend, service: ServiceName, operation: string): Promise<void>;
}

/** For `ports/messaging`. */
export interface PushStage {
  /** Sets whether the page is visible, which decides where messages go. */
  setVisible(client: CompleteBackend, visible: boolean): void;
  /** Sets the permission in the browser's own dialog, as chosen now or long ago. New browsers have not been asked. */
  setPermission(client: CompleteBackend, permission: PushPermission): void;
  /** Sets the person's answer to the next request. Default `granted`. */
  answerPermission(client: CompleteBackend, permission: PushPermission): void;
  /** Notifications that this browser has shown, oldest first. */
  notifications(client: CompleteBackend): readonly PushMessage[];
  /** The person clicks a notification, or one of its buttons. */
  click(client: CompleteBackend, click: NotificationClick): void;
}

/** For `ports/auth`. */
export interface MailStage {
  /** Messages sent to people, newest first. */
  inbox(): Promise<readonly InboxMessage[]>;
}

/** For `ports/config`. */
export interface ConfigStage {
  publishConfig(values: Readonly<Record<string, string | null>>): Promise<void>;
  /** The content of a file with conditions, as the provider deploys it. */
  publishConfigFile(text: string): Promise<void>;
}

type Parts<Client extends Backend> = BrowserStage<Client> & FaultStage & PushStage & MailStage & ConfigStage;

/** Stage of a provider. A scenario that uses a part which is left out is skipped. */
export interface ProviderStage<Client extends Backend = Backend>
  extends ClientStage<Client>, Partial<Parts<Client>> {
  /** Backend code's own view; without the ports that it lacks. */
  readonly server: Partial<ServerPorts>;
  /** The reason why parts are left out, for the report. */
  readonly lacks?: string;
}

/** Stage as scenarios see it. */
export interface Stage<Client extends Backend = Backend> extends ClientStage<Client>, Parts<Client> {
  readonly server: ServerPorts;
}
