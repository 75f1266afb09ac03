/** The door for machines: one handler, a route per sender of alerts, one for devices that answer a page, one for calendars, and the HTTP API. */
import { mailLinkPrefix } from '#api/mail-link.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import { answerRoute } from '../pages/answer-route.ts';
import { alertmanagerRoute } from './alertmanager.ts';
import { heartbeatRoute } from '../heartbeats/beat.ts';
import { json, notFound } from './answers.ts';
import { enqueueRoute } from './enqueue.ts';
import { grafanaRoute } from './grafana.ts';
import { plainJsonRoute } from './plain-json.ts';

const webhookPath = /^\/in\/(alertmanager|grafana|json)(?:\/([^/]+))?\/?$/u;
const heartbeatPath = /^\/in\/heartbeat(?:\/([^/]+))?\/?$/u;
const slackPath = /^\/in\/slack\/([^/]+)\/?$/u;
const apiPrefix = '/api/v1/';
const answerPath = '/in/answer';
const enqueuePath = /^\/v2\/enqueue\/?$/u;

export const ingest: HttpHandler = async (request, server) => {
  const path = request.path.split(/[?#]/u, 1)[0] ?? '';
  if (path.startsWith('/ical/')) {
    const reads = ['GET', 'HEAD'].includes(request.method.toUpperCase());
    if (!reads) return notFound();
    return (await import('../on-demand.ts')).onDemand.feedRoute(server, path);
  }
  if (path.startsWith(mailLinkPrefix)) {
    return (await import('../on-demand.ts')).onDemand.mailRoute(server, path, request);
  }
  const slack = slackPath.exec(path)?.[1];
  if (slack !== undefined) {
    if (request.method.toUpperCase() !== 'POST') return notAllowed();
    return (await import('../on-demand.ts')).onDemand.slackRoute(server, slack, request);
  }
  if (path.startsWith(apiPrefix)) {
    return (await import('../on-demand.ts')).onDemand.apiRoute(server, request, bearerOf(request));
  }
  const heart = heartbeatPath.exec(path);
  if (heart)
    return ['GET', 'HEAD', 'POST'].includes(request.method.toUpperCase())
      ? heartbeatRoute(server, heart[1] ?? bearerOf(request))
      : notAllowed('GET, HEAD, POST');
  const hook = webhookPath.exec(path);
  if (!hook && path !== answerPath && !enqueuePath.test(path)) return notFound();
  if (request.method.toUpperCase() !== 'POST') return notAllowed();
  if (path === answerPath) return answerRoute(server, request.body);
  if (!hook) return enqueueRoute(server, request.body);
  const key = hook[2] ?? bearerOf(request);
  if (hook[1] === 'grafana') return grafanaRoute(server, key, request);
  return (hook[1] === 'json' ? plainJsonRoute : alertmanagerRoute)(server, key, request.body);
};

/** The key in `Authorization: Bearer KEY`, so that it need not stand in addresses, which are logged; '' for none. */
const bearerOf = ({ headers }: HttpRequest): string =>
  /^bearer +(\S+)$/iu.exec((headers['authorization'] ?? '').trim())?.[1] ?? '';

const notAllowed = (allow = 'POST'): HttpResponse =>
  json(
    405,
    {
      status: 'error',
      error: 'method_not_allowed',
      message: `Send messages here with ${allow.replace(/, (?=\w+$)/u, ' or ')}.`,
    },
    { allow },
  );
