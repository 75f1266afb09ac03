/** Configuration of an embedded cloud: one record with the whole template. */
import { type ConfigTemplate, checkConfigTemplate, emptyTemplate } from '#fakes/cloud/config/template.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedCondition, MovedSetting } from '#provider-kit/move/moved-records.ts';
import type { RecordStore } from './record-store.ts';

interface ConfigShelves {
  readonly settings: MoveShelf<MovedSetting>;
  readonly conditions: MoveShelf<MovedCondition>;
}

/** The version of what a move has published: clients fetch it anew. */
const movedVersion = 'moved';

export function configShelves(store: RecordStore): ConfigShelves {
  const template = (): ConfigTemplate => {
    const [found] = store.get('config', 'published', ['']);
    const kept = found?.[1];
    if (typeof kept !== 'object' || kept === null || !('template' in kept)) return emptyTemplate;
    return checkConfigTemplate(kept.template as ConfigTemplate);
  };
  const publish = (changed: ConfigTemplate) =>
    store.put([
      {
        service: 'config',
        key: 'published/',
        value: { version: movedVersion, template: checkConfigTemplate(changed) },
      },
    ]);
  const settings = (): readonly MovedSetting[] =>
    Object.entries(template().parameters).map(([key, { defaultValue, conditionalValues }]) => ({
      key,
      value: defaultValue,
      conditional: conditionalValues,
    }));
  const conditions = (): readonly MovedCondition[] =>
    template().conditions.map(({ name, expression }, place) => ({ name, place, expression }));
  return {
    settings: {
      page: async () => ({ records: settings(), next: null }),
      get: async (keys) => settings().filter(({ key }) => keys.includes(key)),
      async write(records) {
        const before = template();
        const added = records.map(
          ({ key, value, conditional }) =>
            [key, { defaultValue: value, conditionalValues: conditional }] as const,
        );
        publish({ ...before, parameters: { ...before.parameters, ...Object.fromEntries(added) } });
      },
    },
    conditions: {
      page: async () => ({ records: conditions(), next: null }),
      get: async (keys) => conditions().filter(({ name }) => keys.includes(name)),
      async write(records) {
        const before = template();
        const all = new Map(conditions().map((condition) => [condition.name, condition]));
        for (const record of records) all.set(record.name, record);
        const inOrder = [...all.values()].toSorted((one, other) => one.place - other.place);
        publish({ ...before, conditions: inOrder.map(({ name, expression }) => ({ name, expression })) });
      },
    },
  };
}
