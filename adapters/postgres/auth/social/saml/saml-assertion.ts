/** What a verified assertion says, by SAML 2.0 (core, section 2; profiles, section 4.1.4.3): for whom, when, and of whom. */
import { PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';

/** Clock tolerance in milliseconds, both ways. */
const clockToleranceMs = 2 * 60_000;
/** Longest life of an assertion: its id is remembered until then. */
const longestLifeMs = 24 * 3_600_000;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Attributes of an address and a name, as providers call them. */
const emailNames = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const displayNames = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
];

export interface ExpectedAssertion {
  /** Entity id of the provider. */
  readonly entityId: string;
  /** Entity id of this server. */
  readonly audience: string;
  /** Address that the response is posted to. */
  readonly recipient: string;
  /** Id of the request that it answers. */
  readonly requestId: string;
  readonly now: number;
}

export interface AcceptedAssertion {
  readonly id: string;
  /** Epoch milliseconds from which nobody accepts it. */
  readonly expiresAt: number;
  readonly subject: string;
  readonly email: string | null;
  readonly displayName: string | null;
}

/**
 * `assertion`: the signed one, with lists of children by local name, `$` for attributes and `_` for text.
 * @throws auth/invalid-credential with a sentence
 */
export function acceptedAssertion(assertion: unknown, expected: ExpectedAssertion): AcceptedAssertion {
  const root = Xml.of(assertion);
  const id = root.attribute('ID');
  if (id === null || id.length > 500) throw invalid('has no id');
  if (root.child('Issuer').text() !== expected.entityId) throw invalid('is another provider’s');
  const conditions = root.child('Conditions');
  const audiences = conditions.children('AudienceRestriction');
  const isForUs = (restriction: Xml) =>
    restriction.children('Audience').some((audience) => audience.text() === expected.audience);
  if (audiences.length === 0 || !audiences.every(isForUs)) throw invalid('is for another application');
  checkTimes(conditions, expected.now);
  const subject = root.child('Subject');
  const confirmedUntil = subject
    .children('SubjectConfirmation')
    .filter((confirmation) => confirmation.attribute('Method') === bearer)
    .map((confirmation) => confirmation.child('SubjectConfirmationData'));
  if (confirmedUntil.length !== 1) throw invalid('has no single confirmation of its subject');
  const [data = Xml.of(null)] = confirmedUntil;
  if (data.attribute('Recipient') !== expected.recipient) throw invalid('was sent to another address');
  if (data.attribute('InResponseTo') !== expected.requestId) throw invalid('answers another sign-in');
  if (data.time('NotOnOrAfter') === null) throw invalid('never ends');
  checkTimes(data, expected.now);
  const expiresAt = (data.time('NotOnOrAfter') ?? 0) + clockToleranceMs;
  if (expiresAt - expected.now > longestLifeMs) throw invalid('ends too late');
  const name = subject.child('NameID');
  const format = name.attribute('Format');
  if (format === transient)
    throw invalid('names the person by an id that changes each time; send a persistent NameID');
  const attributes = attributesOf(root);
  return {
    id,
    expiresAt,
    subject: name.text() ?? '',
    email: firstOf(attributes, emailNames) ?? (format === emailFormat ? name.text() : null),
    displayName: firstOf(attributes, displayNames),
  };
}

function checkTimes(element: Xml, now: number): void {
  const [from, until] = [element.time('NotBefore'), element.time('NotOnOrAfter')];
  if (from !== null && now + clockToleranceMs < from) throw invalid('is not valid yet; compare the clocks');
  if (until !== null && now - clockToleranceMs >= until) throw invalid('has expired');
}

const attributesOf = (root: Xml): ReadonlyMap<string, string> =>
  new Map(
    root
      .children('AttributeStatement')
      .flatMap((statement) => statement.children('Attribute'))
      .flatMap((attribute) => {
        const text = attribute.children('AttributeValue')[0]?.text() ?? null;
        return text === null ? [] : [[attribute.attribute('Name') ?? '', text] as const];
      }),
  );

const firstOf = (attributes: ReadonlyMap<string, string>, names: readonly string[]): string | null =>
  names.map((name) => attributes.get(name)).find((value) => value !== undefined) ?? null;

/** One element; of a missing one, everything is missing. */
class Xml {
  private readonly node: Readonly<Record<string, unknown>>;

  private constructor(node: Readonly<Record<string, unknown>>) {
    this.node = node;
  }

  static of(value: unknown): Xml {
    return new Xml(isPlainObject(value) ? value : {});
  }

  children(name: string): readonly Xml[] {
    const list = Object.hasOwn(this.node, name) ? this.node[name] : [];
    return Array.isArray(list) ? list.map((child: unknown) => Xml.of(child)) : [];
  }

  /** @throws auth/invalid-credential where there are several */
  child(name: string): Xml {
    const all = this.children(name);
    if (all.length > 1) throw invalid(`has several elements ${name}`);
    return all[0] ?? Xml.of(null);
  }

  attribute(name: string): string | null {
    const attributes = Object.hasOwn(this.node, '$') ? this.node['$'] : null;
    const value = isPlainObject(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : null;
    return typeof value === 'string' ? value : null;
  }

  /** `null` for an element with other elements in it. */
  text(): string | null {
    const isText = Object.keys(this.node).every((key) => key === '_' || key === '$');
    const value = isText && Object.hasOwn(this.node, '_') ? this.node['_'] : null;
    return typeof value === 'string' ? value.trim() : null;
  }

  /** Epoch milliseconds. @throws auth/invalid-credential for what is no time */
  time(name: string): number | null {
    const text = this.attribute(name);
    if (text === null) return null;
    const at = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/u.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(at)) throw invalid(`has a wrong time in ${name}`);
    return at;
  }
}

const invalid = (why: string) =>
  new PortError('auth/invalid-credential', `The provider’s assertion was not accepted: it ${why}.`);
