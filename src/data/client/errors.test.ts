import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { domainError } from '#domain/errors.ts';
import { encodeError } from '#api/error-encoding.ts';
import { PortError, portErrorCodes } from '#ports/errors.ts';
import { explain } from './errors.ts';

const vendorText = 'VENDOR: INTERNAL_ASSERTION_FAILED (auth/raw-code).';

/** Messages on the console, which no person sees. */
function consoleErrors() {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

describe('explain', () => {
  it.each(portErrorCodes)('explains %s in sentences', (code) => {
    consoleErrors();
    const sentence = explain(new PortError(code, vendorText));
    expect(sentence).toMatch(/^[A-Z].*\.$/s);
    expect(sentence).not.toContain('VENDOR');
    expect(sentence).not.toContain(code.includes('/') ? code : `“${code}”`);
    // Two parts: the failure, and its consequence or advice.
    expect(sentence.split(/[.:,;] /).length).toBeGreaterThan(1);
  });

  it.each([
    ['an Error', new Error(vendorText)],
    ['a vendor’s error with a code of its own', Object.assign(new Error(vendorText), { code: 'auth/new' })],
    ['a text', vendorText],
    ['nothing', undefined],
  ])('shows nothing of %s', (_name, error) => {
    consoleErrors();
    expect(explain(error)).toBe(
      'Something failed that should not have. Look whether it was done, then try again. If it fails again, tell whoever runs this Muster.',
    );
  });

  it('writes an unexplained error to the console, once', () => {
    const console = consoleErrors();
    const error = new PortError('auth/internal-error', vendorText);
    explain(error);
    explain(error);
    expect(console.mock.calls).toEqual([['Muster:', error]]);
  });

  it('writes an explained error nowhere', () => {
    const console = consoleErrors();
    explain(new PortError('unavailable', vendorText));
    expect(console).not.toHaveBeenCalled();
  });

  it('shows the sentence of a domain error, and no other part of the answer', () => {
    const refusal = domainError('no_one_on_call', {});
    const error = new PortError('failed-precondition', vendorText, { details: encodeError(refusal) });
    expect(explain(error)).toBe(refusal.message);
  });
});
