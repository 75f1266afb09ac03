/**
 * Queries as SQL over sort keys. Conditions that SQL can't decide are left to `evaluate` (`query/plan.ts`), which gets all candidate
 * documents.
 */
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { documentId, type Filter, type FilterOp } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import type { Plan } from '#query/plan.ts';
import type { CursorPosition } from '#query/range.ts';
import { canonicalField, nameCursor, type SortField } from '#query/sort-fields.ts';
import { exactKey } from './doc-keys.ts';
import { nameText } from './names.ts';
import { keyType, notANumber, pathKey } from './sort-key.ts';

export interface QuerySql {
  readonly text: string;
  readonly values: readonly unknown[];
}

const columns = 'path, data, version, created';

/** Documents that may be in the answer; with the query's limit where SQL decides all the rest. `nested`: nested fields with keys. */
export function sqlOf(plan: Plan, nested: ReadonlySet<string>): QuerySql {
  const sql = new QueryText(plan, nested);
  return { text: sql.text(), values: sql.values };
}

/** Hexadecimal of bytes. */
const hex = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('hex');

class QueryText {
  readonly values: unknown[] = [];
  private readonly plan: Plan;
  private readonly nested: ReadonlySet<string>;
  /** Escaped fields that a condition or an order looks at. */
  private readonly used = new Set<string>();
  /** Whether conditions and order say all that the query says. */
  private exact = true;

  constructor(plan: Plan, nested: ReadonlySet<string>) {
    this.plan = plan;
    this.nested = nested;
  }

  text(): string {
    const { plan } = this;
    const scope = this.scope();
    const conditions = (plan.query.where ?? []).map((filter) => this.filter(filter));
    const orders = plan.orders.map((order) => this.order(order));
    const cursors = [this.cursor(plan.start, '>'), this.cursor(plan.end, '<')];
    const where = [...conditions, ...orders.map(({ there }) => there), ...cursors].filter(
      (one) => one !== null,
    );
    const isLimited = this.exact && plan.limit !== null;
    const ordered = isLimited
      ? ` ORDER BY ${orders.map(({ by }) => by).join(', ')} LIMIT ${this.value(plan.limit)}`
      : '';
    const keyed = (more: string) =>
      `SELECT ${columns} FROM docs WHERE ${[scope, ...where].join(' AND ')}${more}`;
    if (this.used.size === 0) return keyed(ordered);
    const used = this.value([...this.used]);
    // Documents whose keys are cut off may belong to the answer, too.
    return `(${keyed(` AND NOT inexact && ${used}::text[]${ordered}`)})
      UNION ALL SELECT ${columns} FROM docs WHERE ${scope} AND inexact <> '{}' AND inexact && ${used}::text[]`;
  }

  private scope(): string {
    const { collection, group } = this.plan.query;
    return group
      ? `collection_group = ${literal(nameText(collection))}`
      : `collection = ${this.value(nameText(collection))} AND collection_group = ${literal(nameText(lastName(collection)))}`;
  }

  private order({ path, name, descending }: SortField): { by: string; there: string | null } {
    const direction = descending === this.plan.fromEnd ? 'ASC' : 'DESC';
    if (path === null) return { by: `name ${direction}`, there: null };
    const key = this.key(name);
    if (key === null) return { by: 'name', there: this.inexact() };
    return { by: `${key} ${direction}`, there: `${key} IS NOT NULL` };
  }

  /** `null`: SQL can't decide it. */
  private filter(filter: Filter): string | null {
    if ('and' in filter) return this.joined(filter.and, ' AND ', false);
    if ('or' in filter) return this.joined(filter.or, ' OR ', true);
    const { op, value } = filter;
    if (filter.field === documentId) return this.nameFilter(op, value) ?? this.inexact();
    const key = this.key(canonicalField(filter.field));
    return (key && this.keyFilter(key, op, value)) ?? this.inexact();
  }

  private joined(filters: readonly Filter[], by: string, all: boolean): string | null {
    const before = this.values.length;
    const parts = filters.map((one) => this.filter(one));
    const known = parts.filter((one) => one !== null);
    if (known.length === 0 || (all && known.length < parts.length)) return this.without(before);
    return `(${known.join(by)})`;
  }

  private keyFilter(key: string, op: FilterOp, value: DocValue): string | null {
    switch (op) {
      case '==': {
        const operand = exactKey(value);
        return operand && `${key} = ${this.value(operand)}`;
      }
      case '!=': {
        const operand = exactKey(value);
        return operand && `(${key} <> ${this.value(operand)} AND ${key} <> ${this.value(hex(keyType.null))})`;
      }
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const operand = exactKey(value);
        if (operand === null) return null;
        const [least, next] = typeBounds(operand);
        const bound = op.startsWith('<') ? `${key} >= ${this.value(least)}` : `${key} < ${this.value(next)}`;
        return `(${key} ${op} ${this.value(operand)} AND ${bound})`;
      }
      case 'in': {
        const operands = (value as readonly DocValue[])
          .filter((one) => one !== null && !Number.isNaN(one))
          .map(exactKey);
        return operands.includes(null) ? null : `${key} = ANY(${this.value(operands)}::text[])`;
      }
      default:
        return null;
    }
  }

  private nameFilter(op: FilterOp, value: DocValue): string | null {
    const { query } = this.plan;
    const name = (one: DocValue) => pathKey(nameCursor(query, one));
    switch (op) {
      case '==':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return `name ${op === '==' ? '=' : op} ${this.value(name(value))}`;
      case 'in':
        return `name = ANY(${this.value((value as readonly DocValue[]).map(name))}::bytea[])`;
      default:
        return null;
    }
  }

  /** Place of a cursor: by the first value that differs. */
  private cursor(place: CursorPosition | null, side: '<' | '>'): string | null {
    if (place === null) return null;
    const before = this.values.length;
    const alternatives: string[] = [];
    const equal: string[] = [];
    for (const [at, value] of place.values.entries()) {
      const order = this.plan.orders[at];
      if (!order) break;
      const key = order.path === null ? 'name' : this.key(order.name);
      const operand = order.path === null ? pathKey(String(value)) : exactKey(value);
      if (key === null || operand === null) return this.without(before);
      const isAfter = (side === '>') !== order.descending;
      const given = this.value(operand);
      alternatives.push([...equal, `${key} ${isAfter ? '>' : '<'} ${given}`].join(' AND '));
      equal.push(`${key} = ${given}`);
    }
    if (place.inclusive) alternatives.push(equal.join(' AND '));
    return `(${alternatives.map((one) => `(${one})`).join(' OR ')})`;
  }

  /** Expression of a field's key; `null` for a field without one. */
  private key(field: string): string | null {
    if (!this.nested.has(field) && parseFieldPath(field).length > 1) return null;
    const name = nameText(field);
    this.used.add(name);
    return keyExpression(name);
  }

  /** Takes back the values of a condition that is left out: PostgreSQL takes none that is not used. */
  private without(before: number): null {
    this.values.length = before;
    return this.inexact();
  }

  private inexact(): null {
    this.exact = false;
    return null;
  }

  private value(value: unknown): string {
    this.values.push(value instanceof Uint8Array ? Buffer.from(value) : value);
    return `$${this.values.length}`;
  }
}

/** The least key of the operand's type, and the least one of the next type. No number is more or less than NaN. */
function typeBounds(operand: string): readonly [string, string] {
  const type = Number.parseInt(operand.slice(0, 2), 16);
  if (type !== keyType.number) return [hex(type), hex(type + 1)];
  const isNaN = Number.parseInt(operand.slice(2, 4), 16) === notANumber;
  return isNaN ? [hex(type), hex(type, notANumber + 1)] : [hex(type, notANumber + 1), hex(type + 1)];
}

const lastName = (collection: string): string => collection.slice(collection.lastIndexOf('/') + 1);

/** Text in SQL: partial indexes are found by literals alone. */
export const literal = (text: string): string => {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
};

/** `field`: escaped. */
export const keyExpression = (field: string): string => `((keys->>${literal(field)}) COLLATE "C")`;
