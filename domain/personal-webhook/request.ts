/** The request by which a webhook gets a message. */
import type { WebhookDestination } from './destination.ts';

export interface WebhookMessage {
  readonly title: string;
  readonly body: string;
  /** Whole address of the screen that it leads to. */
  readonly link: string;
  readonly urgency: 'high' | 'low';
  /** Request that acknowledges the page; null: there is nothing to acknowledge. */
  readonly acknowledge: { readonly address: string; readonly body: string } | null;
  /** The same for messages of which a later one replaces the one before; null: nothing replaces it. */
  readonly sequenceId: string | null;
  /** It asks nothing any more, and makes no sound. */
  readonly isOutcome: boolean;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

export function webhookRequest(to: WebhookDestination, message: WebhookMessage): WebhookRequest {
  const { title, body, link, urgency, acknowledge, sequenceId, isOutcome } = message;
  const isHigh = urgency === 'high';
  switch (to.service) {
    // Fields of a message: docs.ntfy.sh/publish, “Publish as JSON”; `sequence_id`: “Updating + deleting notifications”. Priority 1: no sound.
    case 'ntfy': {
      const action = acknowledge && {
        ...{ action: 'http', label: 'Acknowledge', url: acknowledge.address, method: 'POST' },
        ...{ headers: json, body: acknowledge.body, clear: true },
      };
      return {
        url: to.server,
        headers: { ...json, ...(to.token === '' ? {} : { authorization: `Bearer ${to.token}` }) },
        body: JSON.stringify({
          ...{ topic: to.topic, title, message: body, priority: isOutcome ? 1 : isHigh ? 5 : 3, click: link },
          ...(sequenceId === null ? {} : { sequence_id: sequenceId }),
          ...(action === null ? {} : { actions: [action] }),
        }),
      };
    }
    case 'gotify':
      return {
        url: `${to.server.replace(/\/+$/u, '')}/message`,
        headers: { ...json, 'x-gotify-key': to.token },
        body: JSON.stringify({
          ...{ title, message: body, priority: isHigh ? 8 : 4 },
          extras: { 'client::notification': { click: { url: link } } },
        }),
      };
    case 'pushover':
      return {
        url: 'https://api.pushover.net/1/messages.json',
        headers: form,
        body: formOf({
          ...{ token: to.token, user: to.user, title, message: body },
          ...{ priority: isHigh ? '1' : '0', url: link, url_title: 'Open Muster' },
        }),
      };
    case 'other': {
      const filled = filledIn(JSON.parse(to.template), { title, body, link, urgency });
      const headers = Object.fromEntries(to.headers.map(({ name, value }) => [name.toLowerCase(), value]));
      return to.format === 'json'
        ? { url: to.address, headers: { ...json, ...headers }, body: JSON.stringify(filled) }
        : { url: to.address, headers: { ...form, ...headers }, body: formOf(filled) };
    }
  }
}

type Values = Readonly<Record<'title' | 'body' | 'link' | 'urgency', string>>;

/** The template with the values in its texts. A value is text wherever it stands: it can't add to the template. */
function filledIn(template: unknown, values: Values): unknown {
  if (typeof template === 'string')
    return template.replaceAll(
      /\{\{(title|body|link|urgency)\}\}/gu,
      (_, name: keyof Values) => values[name],
    );
  if (Array.isArray(template)) return template.map((item) => filledIn(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, part]) => [key, filledIn(part, values)]));
}

/** As `application/x-www-form-urlencoded`; a value that is no text is written as JSON, and half of a surrogate pair as U+FFFD. */
const formOf = (filled: unknown): string =>
  Object.entries(Object(filled) as object)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    .map((pair) => pair.map((part = '') => encodeURIComponent(part.toWellFormed())).join('='))
    .join('&');
