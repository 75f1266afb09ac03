/** Remote configuration: one published template, and its values for each client. */
import type { ServerConfig } from '#ports/server/server.ts';
import { onePart, oneOf, recordOf, serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import type { Sink } from '../session.ts';
import { configPayloads } from './payloads.ts';
import type { FetchPayload, UpdatesEvent, UpdatesPayload, ConfigValues } from './protocol.ts';
import {
  type ConfigTemplate,
  compileTemplate,
  emptyTemplate,
  parseTemplate,
  withValues,
} from './template.ts';

export interface ConfigService extends CloudService {
  readonly server: ServerConfig;
  /** Publishes values for everyone, below those of conditions. `null` removes a parameter. */
  publish(values: Readonly<Record<string, string | null>>): void;
  /** Replaces everything. */
  publishTemplate(json: string): void;
}

interface Published {
  readonly version: string;
  readonly template: ConfigTemplate;
}

export function createConfigService(platform: Platform): ConfigService {
  const versions = platform.ids('config');
  const sinks = new Set<Sink>();
  const { config = {}, configTemplate, country = null } = platform.options;
  const first = configTemplate === undefined ? emptyTemplate : parseTemplate(configTemplate);
  let published: Published = { version: versions.id(), template: withValues(first, config) };
  let valuesFor = compileTemplate(published.template);

  const replace = (template: ConfigTemplate) => {
    if (JSON.stringify(template) === JSON.stringify(published.template)) return;
    published = { version: versions.id(), template };
    valuesFor = compileTemplate(template);
    platform.changed('config', () => ['published/']);
    const event: UpdatesEvent = { version: published.version };
    for (const sink of [...sinks]) sink.event(event);
  };

  const restore = ({ version, template }: Published) => {
    valuesFor = compileTemplate(template);
    published = { version, template };
  };

  return {
    name: 'config',
    payloads: configPayloads,
    requests: {
      fetch: (asking: FetchPayload): ConfigValues => ({
        version: published.version,
        values: valuesFor({ ...asking, country, now: platform.clock.now() }),
      }),
    },
    topics: {
      updates({ version }: UpdatesPayload, _session, sink) {
        sinks.add(sink);
        if (version !== published.version) sink.event({ version: published.version });
        return () => sinks.delete(sink);
      },
    },
    publish: (changes) => replace(withValues(published.template, changes)),
    publishTemplate: (json) => replace(parseTemplate(json)),
    snapshot: () => published,
    restore: (data) => restore(data as Published),
    records: serviceRecords({ published: onePart(() => published) }, ({ published: found }, aside) =>
      restore(
        oneOf(
          'published',
          found,
          aside,
          (value) => {
            const { version, template } = recordOf<Published>(value);
            if (typeof version !== 'string') throw new TypeError('The published values have no version.');
            // Throws for a template that can't be read.
            compileTemplate(template);
            return { version, template };
          },
          () => published,
        ),
      ),
    ),
    server: {
      value: async (key) => {
        const { parameters } = published.template;
        return Object.hasOwn(parameters, key) ? (parameters[key]?.defaultValue ?? null) : null;
      },
    },
  };
}
