/** Remote configuration: one published set of values for everyone. */
import { isConfigKey } from '#ports/config/value.ts';
import { PortError } from '#ports/errors.ts';
import type { ServerConfig } from '#ports/server/server.ts';
import type { CloudService, Platform, Sink } from '../service.ts';
import type { FetchPayload, Template, UpdatesEvent, UpdatesPayload } from './protocol.ts';

export interface ConfigService extends CloudService {
  readonly server: ServerConfig;
  publish(values: Readonly<Record<string, string | null>>): void;
}

const mostKeys = 3000;
const mostCharacters = 1_000_000;

export function createConfigService(platform: Platform): ConfigService {
  const versions = platform.random.fork('config');
  const sinks = new Set<Sink>();
  let template: Template = { version: versions.id(), values: checked(platform.options.config ?? {}) };

  const announce = (event: UpdatesEvent) => {
    for (const sink of [...sinks]) sink.event(event);
  };

  return {
    name: 'config',
    requests: { fetch: (_payload: FetchPayload): Template => template },
    topics: {
      updates({ version }: UpdatesPayload, _session, sink) {
        sinks.add(sink);
        if (version !== template.version) sink.event({ version: template.version });
        return () => sinks.delete(sink);
      },
    },
    publish(changes) {
      const values = checked({ ...template.values, ...changes });
      if (same(values, template.values)) return;
      template = { version: versions.id(), values };
      platform.changed('config');
      announce({ version: template.version });
    },
    snapshot: () => template,
    restore(data) {
      template = data as Template;
    },
    server: {
      value: async (key) => (Object.hasOwn(template.values, key) ? (template.values[key] ?? null) : null),
    },
  };
}

function checked(changes: Readonly<Record<string, string | null>>): Template['values'] {
  const entries = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null);
  for (const [key, value] of entries)
    if (!isConfigKey(key) || typeof value !== 'string')
      throw new PortError('invalid-argument', `"${key}" is no configuration key, or its value is no text.`);
  const characters = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (entries.length > mostKeys || characters > mostCharacters)
    throw new PortError(
      'out-of-range',
      `Configuration has up to ${mostKeys} keys and ${mostCharacters} characters.`,
    );
  return Object.freeze(Object.fromEntries(entries));
}

const same = (one: Template['values'], other: Template['values']) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value);
