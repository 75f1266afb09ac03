/** Conditional values of remote configuration: order of conditions, percentages, and templates that are refused. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import { needing, contract, type Provider, recorder, rejection } from './harness.ts';

interface Parameter {
  readonly defaultValue?: object;
  readonly conditionalValues?: Readonly<Record<string, object>>;
  readonly valueType?: string;
}

const template = (
  conditions: readonly (readonly [name: string, expression: string])[],
  parameters: Readonly<Record<string, Parameter>>,
) =>
  JSON.stringify({
    conditions: conditions.map(([name, expression]) => ({ name, expression, tagColor: 'BLUE' })),
    parameters,
    version: { versionNumber: '7' },
  });
const value = (text: string) => ({ value: text });

/** `color` is `yes` where the expression holds. */
const asking = (expression: string) =>
  template([['asked', expression]], {
    color: { defaultValue: value('no'), conditionalValues: { asked: value('yes') } },
  });

async function fetched({ config }: CompleteBackend, key = 'color') {
  config.remote.setSettings({ minimumFetchIntervalMs: 0 });
  await config.remote.fetch();
  await config.remote.activate();
  return config.value(key).asString();
}

export function configConditionsContract(provider: Provider): void {
  contract('config conditions', provider, (scenario) => {
    const conditional = needing(scenario, ['config.conditions', 'config.remote']);

    conditional(
      'a value comes from the first matching condition, then the template’s default, then the application’s default',
      { needs: ['config.remote', 'config.conditions'] },
      async (scene) => {
        const { config, ...client } = await scene.connect();
        config.setDefaults({ own: 'mine' });
        await scene.publishConfigFile(
          template(
            [
              ['never', 'false'],
              ['first', "app.customSignal['plan'].exactlyMatches(['gold', 'silver'])"],
              ['second', "app.customSignal['plan'].contains(['gold']) && device.os == 'web'"],
            ],
            {
              color: {
                defaultValue: value('grey'),
                // The order here has no meaning.
                conditionalValues: { second: value('2nd'), first: value('1st'), never: value('x') },
              },
              size: { defaultValue: value('S'), conditionalValues: { second: value('L') } },
              own: { defaultValue: value('theirs'), conditionalValues: { first: { useInAppDefault: true } } },
              unset: { conditionalValues: { first: value('set') } },
            },
          ),
        );
        const all = async () => {
          await fetched({ config, ...client });
          return ['color', 'size', 'own', 'unset'].map((key) => config.value(key).asString());
        };
        expect(await all()).toEqual(['grey', 'S', 'theirs', '']);
        await config.conditions.setSignals({ plan: 'gold' });
        expect(await all()).toEqual(['1st', 'L', 'mine', 'set']);
        await config.conditions.setSignals({ plan: 'golden' });
        expect(await all()).toEqual(['2nd', 'L', 'theirs', '']);
        expect(await scene.server.config.value('color')).toBe('grey');
      },
    );

    const signals = { plan: 'gold', seats: 3, version: '1.10.2', none: '' };
    const verdicts: readonly (readonly [expression: string, holds: boolean])[] = [
      ['true', true],
      ['false && true', false],
      ["device.os == 'web'", true],
      ["device.os != 'web'", false],
      ["app.customSignal['seats'] >= 3", true],
      ["app.customSignal['seats'] > 3", false],
      ["app.customSignal['seats'] == 3", true],
      ["app.customSignal['seats'] != 3.5 && app.customSignal['seats'] > -1", true],
      ["app.customSignal['plan'] > 0", false],
      ["app.customSignal['none'] == 0", false],
      ["app.customSignal['absent'] != 1", false],
      ["app.customSignal['absent'].notContains(['x'])", false],
      ["app.customSignal['plan'].notContains(['x', 'ol'])", false],
      ["app.customSignal['plan'].notContains(['x'])", true],
      ["app.customSignal['plan'].matches(['^g.*d$'])", true],
      ['app.customSignal["plan"].exactlyMatches(["Gold"])', false],
      ["version(app.customSignal['version']) >= '1.9'", true],
      ["version(app.customSignal['version']) < '1.10.3'", true],
      ["version(app.customSignal['version']) == '1.10.2.0'", true],
      ["dateTime >= dateTime('2020-01-01T00:00:00')", true],
      ["dateTime < dateTime('2020-01-01T00:00:00', 'Asia/Tokyo')", false],
      ['percent <= 100', true],
      ["percent('any seed') <= 0", false],
      ["percent('any seed') between 0 and 100", true],
      ['percent between 100 and 100', false],
    ];
    for (const [expression, holds] of verdicts)
      conditional(`${expression} ${holds ? 'holds' : 'doesn’t hold'}`, async (scene) => {
        const client = await scene.connect();
        await client.config.conditions.setSignals(signals);
        await scene.publishConfigFile(asking(expression));
        expect(await fetched(client)).toBe(holds ? 'yes' : 'no');
      });

    conditional(
      'a percent condition matches about its share of clients, and other clients for another seed',
      { needs: ['config.remote'] },
      async (scene) => {
        const draw = async (expression: string, clients: readonly CompleteBackend[]) => {
          await scene.publishConfigFile(asking(expression));
          return Promise.all(clients.map(async (client) => (await fetched(client)) === 'yes'));
        };
        const clients = await Promise.all(Array.from({ length: 200 }, () => scene.connect()));
        const low = await draw("percent('a') <= 30", clients);
        const high = await draw("percent('a') > 30", clients);
        const between = await draw("percent('a') between 20 and 30", clients);
        const other = await draw("percent('b') <= 30", clients);
        const share = (drawn: readonly boolean[]) => drawn.filter(Boolean).length / clients.length;
        expect(share(low)).toBeGreaterThan(0.18);
        expect(share(low)).toBeLessThan(0.42);
        expect(high).toEqual(low.map((is) => !is));
        expect(between.every((is, at) => !is || low[at])).toBe(true);
        expect(share(between)).toBeGreaterThan(0);
        expect(other).not.toEqual(low);
      },
    );

    conditional(
      'a client matches the same percent conditions after a reload',
      { needs: ['config.remote'] },
      async (scene) => {
        await scene.publishConfigFile(asking('percent <= 50'));
        let clients = await Promise.all(Array.from({ length: 12 }, () => scene.connect()));
        const before = await Promise.all(clients.map((client) => fetched(client)));
        expect(new Set(before).size).toBe(2);
        clients = await Promise.all(clients.map((client) => scene.reload(client)));
        expect(await Promise.all(clients.map((client) => fetched(client)))).toEqual(before);
      },
    );

    conditional(
      'a dateTime condition changes the next fetch once its time has come',
      { needs: ['config.remote'] },
      async (scene) => {
        const client = await scene.connect();
        const soon = new Date(scene.server.clock.now() + 3600_000).toISOString().slice(0, 19);
        await scene.publishConfigFile(asking(`dateTime >= dateTime('${soon}', 'UTC')`));
        expect(await fetched(client)).toBe('no');
        await scene.advance(3600_000);
        expect(await fetched(client)).toBe('yes');
      },
    );

    conditional(
      'a published value applies where no condition matches',
      { needs: ['config.remote', 'config.conditions'] },
      async (scene) => {
        const client = await scene.connect();
        await scene.publishConfigFile(asking("app.customSignal['plan'].exactlyMatches(['gold'])"));
        await scene.publishConfig({ color: 'other' });
        expect(await fetched(client)).toBe('other');
        await client.config.conditions.setSignals({ plan: 'gold' });
        expect(await fetched(client)).toBe('yes');
        await scene.publishConfig({ color: null });
        expect(await fetched(client)).toBe('');
      },
    );

    scenario(
      'a new template is reported to the clients whose values it changes, and to no other client',
      { needs: ['config.conditions', 'config.live', 'config.remote'] },
      async (scene) => {
        const [gold, plain] = [await scene.connect(), await scene.connect()];
        await gold.config.conditions.setSignals({ plan: 'gold' });
        await scene.publishConfigFile(asking('false'));
        for (const client of [gold, plain]) expect(await fetched(client)).toBe('no');
        const seen = [gold, plain].map(({ config }) => {
          const told = recorder<readonly string[]>();
          scene.closing(config.live.watch({ next: ({ updatedKeys }) => told.next(updatedKeys) }));
          return told;
        });
        await scene.settle();
        await scene.publishConfigFile(asking("app.customSignal['plan'].exactlyMatches(['gold'])"));
        await scene.settle();
        expect(seen.map(({ values }) => values)).toEqual([[['color']], []]);
      },
    );

    const parameter = { defaultValue: value('x') };
    const bad: readonly (readonly [name: string, json: string, message: RegExp])[] = [
      ['no JSON', '{', /no JSON/],
      ['no object', '[]', /must be an object/],
      ['an unknown element', asking("device.mood == 'good'"), /`device.mood` is nothing .* character 1\./],
      ['an unknown operator', asking('percent ~ 3'), /`~` has no meaning here, at character 9/],
      ['an or', asking('true || false'), /has no meaning here, at character 6/],
      ['two without a joint', asking('true true'), /only `&&` may join .* character 6/],
      ['a text compared', asking("app.customSignal['x'] == 'y'"), /a number is expected, at character 26/],
      ['a list that is none', asking("device.country in 'US'"), /`\[` is expected/],
      ['a bad time', asking("dateTime < dateTime('soon')"), /`soon` in `UTC` is no time/],
      ['a bad zone', asking("dateTime < dateTime('2026-01-01T00:00:00', 'Mars')"), /`Mars` is no time/],
      ['a bad expression', asking("app.customSignal['x'].matches(['('])"), /no regular expression/],
      ['51 parts', asking(Array(51).fill('true').join(' && ')), /up to 50 parts/],
      [
        'two of one name',
        template(
          [
            ['a', 'true'],
            ['a', 'true'],
          ],
          {},
        ),
        /same name/,
      ],
      ['a bad name', template([[' a', 'true']], {}), /can’t be the name/],
      [
        'a value for no condition',
        template([], { k: { conditionalValues: { a: value('x') } } }),
        /k has a value for a, which is no condition/,
      ],
      ['a bad key', template([], { 'a b': parameter }), /"a b" is no configuration key/],
      [
        'a number that is none',
        template([], { k: { ...parameter, valueType: 'NUMBER' } }),
        /"x" is no NUMBER/,
      ],
      ['a boolean that is none', template([], { k: { ...parameter, valueType: 'BOOLEAN' } }), /no BOOLEAN/],
      ['JSON that is none', template([], { k: { ...parameter, valueType: 'JSON' } }), /no JSON/],
      [
        'a key in two groups',
        JSON.stringify({
          parameters: { k: parameter },
          parameterGroups: { g: { parameters: { k: parameter } } },
        }),
        /k is there twice/,
      ],
    ];
    for (const [name, json, message] of bad)
      conditional(`a template with ${name} is rejected and changes nothing`, async (scene) => {
        const client = await scene.connect();
        await scene.publishConfig({ color: 'kept' });
        const error = await rejection(scene.publishConfigFile(json));
        expect(error).toMatchObject({ code: 'invalid-argument', message: expect.stringMatching(message) });
        expect(await fetched(client)).toBe('kept');
      });

    conditional(
      'parameter groups are merged into the values, and a template has at most 2,000 conditions',
      { needs: ['config.remote'] },
      async (scene) => {
        const client = await scene.connect();
        const grouped = {
          parameterGroups: { colors: { parameters: { color: { defaultValue: value('red') } } } },
        };
        await scene.publishConfigFile(JSON.stringify(grouped));
        expect(await fetched(client)).toBe('red');
        const many = (count: number) =>
          template(
            Array.from({ length: count }, (_, at) => [`c${at}`, 'false'] as const),
            { color: { defaultValue: value('blue') } },
          );
        expect(await rejection(scene.publishConfigFile(many(2001)))).toMatchObject({
          code: 'out-of-range',
        });
        expect(await fetched(client)).toBe('red');
        await scene.publishConfigFile(many(2000));
        expect(await fetched(client)).toBe('blue');
      },
    );
  });
}
