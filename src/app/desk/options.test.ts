import { describe, expect, test } from 'vitest';
import { CommandLineError } from '../server-options.ts';
import { deskOptions, help } from './options.ts';

const contactOf = (...args: readonly string[]) => deskOptions(args)?.contact;

describe('the contact of the push sender', () => {
  test.each([
    ['ada@example.com', 'mailto:ada@example.com'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ["o'b+c@mail.example.co.uk", "mailto:o'b+c@mail.example.co.uk"],
    ['ada@bücher.example', 'mailto:ada@bücher.example'],
    ['https://example.com/contact', 'https://example.com/contact'],
  ])('%s is %s', (given, contact) => {
    expect(contactOf('--contact', given)).toBe(contact);
  });

  test.each([
    'ada',
    'ada@localhost',
    'ada@localhost.localdomain',
    'ada@host.local',
    'http://example.com',
    'https://localhost',
    'a b@example.com',
    '',
  ])('%s is rejected with what to give', (given) => {
    expect(() => contactOf('--contact', given)).toThrow(CommandLineError);
    expect(() => contactOf('--contact', given)).toThrow(/--contact takes a mail address or an https:/u);
  });

  test('is the sender of mail with an outside address, and absent otherwise', () => {
    expect(contactOf('--from', 'alarms@example.com')).toBe('mailto:alarms@example.com');
    expect(contactOf('--from', 'muster@localhost')).toBeNull();
    expect(contactOf()).toBeNull();
  });

  test('is among the options that --help lists', () => {
    expect(deskOptions(['--help'])).toBeNull();
    expect(help).toContain('--contact ADDRESS');
  });
});
