/** Parser of a ruleset's source. */
import { ExpressionReader } from './expressions.ts';
import { problemsOf } from './judge.ts';
import { RulesError } from './rules-error.ts';
import { Scanner } from './scanner.ts';
import type {
  AccessMethod,
  Allow,
  FunctionDeclaration,
  Let,
  MatchBlock,
  Ruleset,
  Scope,
  ServiceKind,
} from './syntax.ts';
import { utf8 } from './utf8.ts';

const largestSource = 256 * 1024;
const deepestMatch = 10;

const methods: Readonly<Record<string, readonly AccessMethod[]>> = {
  get: ['get'],
  list: ['list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
};

/** @throws RulesError when the source is no ruleset, or breaks a limit of the language */
export function parse(source: string): Ruleset {
  if (utf8(source).length > largestSource)
    throw new RulesError({ line: 1, column: 1, message: 'A ruleset has at most 256 KB: shorten it.' });
  const ruleset = new Reader(source).ruleset();
  const { errors, warnings } = problemsOf(ruleset);
  const [first, ...more] = errors;
  if (first) throw new RulesError(first, ...more);
  return { ...ruleset, warnings };
}

interface OpenScope extends Scope {
  readonly functions: Map<string, FunctionDeclaration>;
}

class Reader {
  private readonly scanner: Scanner;
  private readonly expressions: ExpressionReader;
  private depth = 0;

  constructor(source: string) {
    this.scanner = new Scanner(source);
    this.expressions = new ExpressionReader(this.scanner);
  }

  ruleset(): Ruleset {
    const version = this.version();
    const scope: OpenScope = { parent: null, functions: new Map(), names: [] };
    const matches: MatchBlock[] = [];
    let service: ServiceKind | null = null;
    while (this.scanner.token.kind !== 'end') {
      if (this.is('function')) this.functionIn(scope);
      else if (service === null && this.is('service')) service = this.service(scope, matches);
      else this.scanner.fail(service ? 'Nothing but functions follows the service.' : beginning);
    }
    if (service === null) this.scanner.fail(beginning);
    return { source: this.scanner.source, version, service, scope, matches, warnings: [] };
  }

  private version(): 1 | 2 {
    if (!this.took('rules_version')) return 1;
    this.expect('=', versionForm);
    const { quoted } = this.scanner.token;
    if (quoted?.value !== '1' && quoted?.value !== '2') this.scanner.fail(versionForm);
    this.scanner.next();
    this.took(';');
    return quoted.value === '2' ? 2 : 1;
  }

  private service(scope: OpenScope, matches: MatchBlock[]): ServiceKind {
    this.scanner.next();
    const start = this.scanner.token.start;
    const first = this.name(serviceForm);
    this.expect('.', serviceForm);
    const name = `${first}.${this.name(serviceForm)}`;
    if (name !== 'cloud.firestore' && name !== 'firebase.storage') this.scanner.fail(serviceForm, start);
    this.expect('{', 'Open the service with {.');
    while (!this.took('}')) {
      if (this.is('match')) matches.push(this.match(scope));
      else if (this.is('function')) this.functionIn(scope);
      else this.unexpected('A service holds match and function');
    }
    return name;
  }

  private match(parent: Scope): MatchBlock {
    const { start } = this.scanner.next();
    this.depth++;
    if (this.depth > deepestMatch)
      this.scanner.fail(`At most ${deepestMatch} matches may be nested: join paths of some.`, start);
    if (this.scanner.token.text !== '/')
      this.scanner.fail('Write the path to match, beginning with a slash.');
    const pattern = this.scanner.pattern();
    const names = pattern.flatMap((segment) => (segment.kind === 'literal' ? [] : [segment.name]));
    const scope: OpenScope = { parent, functions: new Map(), names };
    const allows: Allow[] = [];
    const matches: MatchBlock[] = [];
    this.expect('{', 'Open the match with { after its path.');
    while (!this.took('}')) {
      if (this.is('allow')) allows.push(this.allow());
      else if (this.is('match')) matches.push(this.match(scope));
      else if (this.is('function')) this.functionIn(scope);
      else this.unexpected('A match holds allow, match and function');
    }
    this.depth--;
    return { at: this.scanner.span(start), pattern, scope, allows, matches };
  }

  private allow(): Allow {
    const { start } = this.scanner.next();
    const allowed = new Set<AccessMethod>();
    do {
      const { text } = this.scanner.token;
      if (!Object.hasOwn(methods, text))
        this.scanner.fail(`Allow one of ${Object.keys(methods).join(', ')} instead of ${text || 'nothing'}.`);
      for (const method of methods[text] ?? []) allowed.add(method);
      this.scanner.next();
    } while (this.took(','));
    let condition: Allow['condition'] = null;
    if (this.took(':')) {
      if (!this.took('if')) this.scanner.fail('Write if and a condition after the colon.');
      condition = this.expressions.read();
    }
    const at = this.scanner.span(start);
    this.endOfStatement();
    return { at, methods: [...allowed], condition };
  }

  private functionIn(scope: OpenScope): void {
    const { start } = this.scanner.next();
    const place = this.scanner.token.start;
    const name = this.name('Name the function.');
    if (scope.functions.has(name))
      this.scanner.fail(`There is a function ${name} in this block already: rename one.`, place);
    this.expect('(', 'Write ( and ) with the parameters after the name of the function.');
    const parameters = this.parameters();
    this.expect('{', 'Open the function with {.');
    const lets: Let[] = [];
    while (this.is('let')) lets.push(this.let());
    if (!this.took('return')) this.scanner.fail('A function is some let, then return and a value.');
    const result = this.expressions.read();
    this.took(';');
    this.expect('}', 'Close the function with } after what it returns.');
    const names = [...parameters, ...lets.map((each) => each.name)];
    const inner: Scope = { parent: scope, functions: new Map(), names };
    scope.functions.set(name, { at: this.scanner.span(start), name, parameters, lets, result, scope: inner });
  }

  private parameters(): string[] {
    const parameters: string[] = [];
    while (!this.took(')')) {
      parameters.push(this.name('Name the parameter, or close the list with ).'));
      if (!this.took(',') && this.scanner.token.text !== ')')
        this.scanner.fail('Separate parameters with a comma, or close with ).');
    }
    return parameters;
  }

  private let(): Let {
    const { start } = this.scanner.next();
    const name = this.name('Name what the let stands for.');
    this.expect('=', 'Write = and a value.');
    const value = this.expressions.read();
    this.expect(';', 'End the let with a semicolon.');
    return { at: this.scanner.span(start), name, value };
  }

  /** The semicolon may be left out where nothing but the next statement or the end can follow. */
  private endOfStatement(): void {
    if (this.took(';')) return;
    if (!['allow', 'match', 'function', '}'].includes(this.scanner.token.text))
      this.scanner.fail('End the allow with a semicolon.');
  }

  private unexpected(holds: string): never {
    const { kind, text } = this.scanner.token;
    return this.scanner.fail(kind === 'end' ? `${holds}, and ends with }.` : `${holds}, not ${text}.`);
  }

  private is(text: string): boolean {
    const { token } = this.scanner;
    return token.text === text && token.kind !== 'string';
  }

  private took(text: string): boolean {
    if (!this.is(text)) return false;
    this.scanner.next();
    return true;
  }

  private expect(text: string, message: string): void {
    if (!this.took(text)) this.scanner.fail(message);
  }

  private name(message: string): string {
    if (this.scanner.token.kind !== 'name') this.scanner.fail(message);
    return this.scanner.next().text;
  }
}

const beginning = "A ruleset is rules_version = '2'; then service cloud.firestore or firebase.storage { … }.";
const versionForm = "Write rules_version = '1'; or rules_version = '2';";
const serviceForm = 'Write service cloud.firestore or service firebase.storage.';
