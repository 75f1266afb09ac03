/** The door for machines: one handler, a route per sender. */
import type { HttpHandler, HttpResponse } from '#ports/server/handlers.ts';
import { alertmanagerRoute } from './alertmanager.ts';
import { json } from './answers.ts';
import { enqueueRoute } from './enqueue.ts';

const alertmanagerPath = /^\/in\/alertmanager\/([^/]+)\/?$/u;
const enqueuePath = /^\/v2\/enqueue\/?$/u;

export const ingest: HttpHandler = async (request, server) => {
  const path = request.path.replace(/[?#].*$/u, '');
  const key = alertmanagerPath.exec(path)?.[1];
  if (key === undefined && !enqueuePath.test(path)) return notFound();
  if (request.method.toUpperCase() !== 'POST') return notAllowed();
  return key === undefined
    ? enqueueRoute(server, request.body)
    : alertmanagerRoute(server, key, request.body);
};

const notFound = (): HttpResponse =>
  json(404, { status: 'error', error: 'not_found', message: 'There is nothing at this address.' });

const notAllowed = (): HttpResponse =>
  json(
    405,
    { status: 'error', error: 'method_not_allowed', message: 'Send messages here with POST.' },
    { allow: 'POST' },
  );
