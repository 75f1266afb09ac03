import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { readSettings, settingsDefaults, type SettingsKey } from './settings.ts';

const reading = (values: Partial<Record<SettingsKey, string>>) =>
  readSettings((key) => values[key] ?? settingsDefaults[key]);

test('the defaults equal the documented numbers and are valid', () => {
  const { settings, problems } = reading({});
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    acknowledgeTimeoutMinutes: 30,
    defaultStepDelayMinutes: 5,
    defaultRepeat: 2,
    announcement: null,
    phoneSignIn: false,
  });
  expect(settings.severityNames.SEV1).toBe('Critical');
});

test('configured values override defaults, and invalid ones are reported and ignored', () => {
  const severity_names = JSON.stringify({
    SEV1: 'Red',
    SEV2: 'Orange',
    SEV3: 'Yellow',
    SEV4: 'Blue',
    SEV5: 'Grey',
  });
  const good = reading({
    severity_names,
    acknowledge_timeout_minutes: '0',
    announcement: ' Drill at noon ',
    phone_sign_in: 'Yes',
  });
  expect(good.problems).toEqual([]);
  expect(good.settings).toMatchObject({
    acknowledgeTimeoutMinutes: 0,
    announcement: 'Drill at noon',
    phoneSignIn: true,
  });
  expect(good.settings.severityNames.SEV2).toBe('Orange');

  const bad = reading({
    severity_names: '{"SEV1":"Red"}',
    default_repeat: '10',
    default_step_delay_minutes: '0',
    drills: 'perhaps',
  });
  expect(bad.problems.map(({ key }) => key)).toEqual([
    'severity_names',
    'default_step_delay_minutes',
    'default_repeat',
    'drills',
  ]);
  expect(bad.settings).toEqual(reading({}).settings);
});

test('OpenID Connect providers have a valid id and a name, each once', () => {
  const read = (list: unknown) => reading({ sign_in_providers: JSON.stringify(list) });
  const acme = { id: 'oidc.acme', name: ' Acme ' };
  expect(read([acme, { id: 'oidc.b-2.c', name: 'B' }]).settings.signInProviders).toEqual([
    { id: 'oidc.acme', name: 'Acme' },
    { id: 'oidc.b-2.c', name: 'B' },
  ]);
  const wrong = [
    { id: 'google.com', name: 'Google' },
    { id: 'oidc.', name: 'x' },
    { id: 'oidc.acme', name: '' },
  ];
  for (const one of [...wrong.map((each) => [each]), [acme, acme], {}]) {
    const { settings, problems } = read(one);
    expect(settings.signInProviders).toEqual([]);
    expect(problems.map(({ key }) => key)).toEqual(['sign_in_providers']);
  }
});

test('any configured text yields valid settings', () => {
  assertProperty(
    fc.property(fc.string(), (nonsense) => {
      const { settings } = readSettings(() => nonsense);
      expect(settings.defaultStepDelayMinutes).toBeGreaterThanOrEqual(1);
      expect(settings.defaultRepeat).toBeLessThanOrEqual(9);
      expect(Object.keys(settings.severityNames)).toHaveLength(5);
    }),
  );
});
