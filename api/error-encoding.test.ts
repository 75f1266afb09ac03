import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { check, domainError, failure, type DomainError } from '#domain/errors.ts';
import { decodeError, encodeError } from './error-encoding.ts';

const everyError: { readonly [C in DomainError['code']]: DomainError } = {
  unauthenticated: domainError('unauthenticated', {}),
  forbidden: domainError('forbidden', {}, 'Only owners may.'),
  not_found: domainError('not_found', {}),
  invalid: domainError('invalid', { field: 'title', rule: 'Use at most 140 characters.' }),
  conflict: domainError('conflict', { currentRevision: 4 }),
  illegal_transition: domainError('illegal_transition', { from: 'closed', to: 'fixing' }),
  already_acknowledged: domainError('already_acknowledged', { by: 'lin' }),
  already_resolved: domainError('already_resolved', {}),
  maintenance_active: domainError('maintenance_active', {}),
  no_one_on_call: domainError('no_one_on_call', {}),
  limit_reached: domainError('limit_reached', { limit: 100 }),
  rate_limited: domainError('rate_limited', { retryAfter: 30 }),
  payload_too_large: domainError('payload_too_large', {}),
  unreadable_record: domainError('unreadable_record', {}),
  expired: domainError('expired', {}),
  unavailable: domainError('unavailable', {}),
};

test.each(Object.entries(everyError))('%s has a sentence and survives encoding', (code, error) => {
  expect(error.code).toBe(code);
  expect(error.message).toMatch(/^[A-Z].*\.$/u);
  const overTheWire: unknown = JSON.parse(JSON.stringify(encodeError(error)));
  expect(decodeError(overTheWire)).toEqual(error);
});

test('a value that is not an encoded error decodes to null', () => {
  assertProperty(
    fc.property(fc.anything(), (details) => {
      expect(decodeError(details)).toBeNull();
    }),
  );
  expect(decodeError({ muster: { code: 'conflict', message: 'No revision.' } })).toBeNull();
  expect(decodeError({ muster: { code: 'made_up', message: 'x' } })).toBeNull();
});

test('the first invalid field of a value is named', () => {
  const schema = v.object({ step: v.object({ delay: v.pipe(v.number(), v.maxValue(5, 'Use 5 or less.')) }) });
  expect(check(schema, { step: { delay: 9 } })).toEqual(
    failure('invalid', { field: 'step.delay', rule: 'step.delay: Use 5 or less.' }),
  );
  expect(check(schema, { step: { delay: 5, more: 1 } })).toEqual({ ok: true, value: { step: { delay: 5 } } });
});
