/** `POST /in/alertmanager/:key`, or the key as `Authorization: Bearer KEY`. */
import { parseAlertmanager } from '#domain/ingest/alertmanager.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { webhookRoute } from './webhook.ts';

export const alertmanagerRoute = (server: ServerPorts, key: string, body: string): Promise<HttpResponse> =>
  webhookRoute(server, {
    kind: 'alertmanager',
    key,
    body,
    parse: (message, now) => parseAlertmanager(message.body, now, message.alertsLeftOut),
  });
