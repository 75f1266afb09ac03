/**
 * The forms at the door. Fields keep their own text, so that what a password manager fills in counts; it is judged when it is sent,
 * and from then on with every change. The first field that is wrong gets the focus.
 */
import { type FormEvent, type RefCallback, useRef, useState } from 'react';
import * as v from 'valibot';

type Texts<N extends string> = Readonly<Record<N, string>>;
type Errors<N extends string> = Readonly<Partial<Record<N, string>>>;

interface Fields<N extends string, T> {
  readonly errors: Errors<N>;
  /** What a TextInput needs to be the field of that name. */
  register(name: N): {
    readonly name: N;
    readonly defaultValue: string;
    readonly ref: RefCallback<HTMLInputElement>;
    readonly onChange: () => void;
  };
  /** What stands in it now. */
  text(name: N): string;
  /** Moves the focus there and selects what was typed. */
  retype(name: N): void;
  /** Runs with what was typed when all of it is right. */
  submit(run: (values: T) => unknown): (event: FormEvent) => void;
}

export function useFields<N extends string, T>(
  schema: v.GenericSchema<Texts<N>, T>,
  initial: Texts<N>,
): Fields<N, T> {
  const [first] = useState(initial);
  const [elements] = useState(() => new Map<N, HTMLInputElement>());
  const [errors, setErrors] = useState({} as Errors<N>);
  const judged = useRef(false);
  const text = (name: N) => elements.get(name)?.value ?? first[name];
  const judge = () => {
    const names = Object.keys(first) as N[];
    return v.safeParse(schema, Object.fromEntries(names.map((name) => [name, text(name)])));
  };

  return {
    errors,
    text,
    register: (name) => ({
      name,
      defaultValue: first[name],
      ref(element) {
        if (element) elements.set(name, element);
        else elements.delete(name);
      },
      onChange() {
        if (!judged.current) return;
        const { [name]: error } = errorsOf<N>(judge());
        setErrors((before) => ({ ...before, [name]: error }));
      },
    }),
    retype(name) {
      elements.get(name)?.focus();
      elements.get(name)?.select();
    },
    submit: (run) => (event) => {
      event.preventDefault();
      judged.current = true;
      const result = judge();
      const found = errorsOf<N>(result);
      setErrors(found);
      if (result.success) run(result.output);
      else [...elements].find(([name]) => found[name] !== undefined)?.[1].focus();
    },
  };
}

/** The first thing that is wrong with each field. */
function errorsOf<N extends string>({
  issues = [],
}: {
  readonly issues?: readonly v.BaseIssue<unknown>[] | undefined;
}): Errors<N> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue);
    if (name !== null) errors[name] ??= issue.message;
  }
  return errors as Errors<N>;
}
