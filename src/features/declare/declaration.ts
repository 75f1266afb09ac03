/** Form values of a declaration, checked by the command's own schema, and stored as a draft. */
import * as v from 'valibot';
import { type CommandInput, commandCatalogue } from '#api/commands.ts';
import { limits } from '#domain/constants.ts';
import { shortenUnits } from '#domain/text.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { severitySchema } from '#domain/incident/schema.ts';
import { suggestedSeverity } from '#domain/incident/severity.ts';

const { title, serviceIds } = commandCatalogue.declareIncident.input.entries;

/** Values of the form. Recipients are a list of `person:id` and `policy:id`, in the order chosen. */
export const declaration = v.object({
  title,
  severity: severitySchema,
  serviceIds,
  page: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(?:person|policy):[\w-]{1,128}$/u))),
    v.maxLength(limits.targetsPerStep, `Page at most ${limits.targetsPerStep} at once.`),
  ),
  private: v.boolean(),
});
export type DeclarationForm = v.InferInput<typeof declaration>;

export const blank: DeclarationForm = {
  title: '',
  severity: 'SEV3',
  serviceIds: [],
  page: [],
  private: false,
};

type Whom = CommandInput<'declareIncident'>['page'][number];

/** The people become one page, every policy one of its own. */
export function whomOf(chosen: DeclarationForm['page']): Whom[] {
  const ids = (kind: string) =>
    chosen.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1));
  const userIds = ids('person');
  return [
    ...(userIds.length > 0 ? [{ kind: 'people' as const, userIds }] : []),
    ...ids('policy').map((policyId) => ({ kind: 'policy' as const, policyId })),
  ];
}

/** Values from an alert, as a first version to be corrected. */
export function fromAlert({ summary, severity: bad, serviceId }: Alert): DeclarationForm {
  return {
    ...blank,
    title: shortenUnits(summary.replaceAll(/\s+/gu, ' '), limits.title),
    severity: suggestedSeverity(bad),
    serviceIds: serviceId === null ? [] : [serviceId],
  };
}

/** The shared text is the title of a form that has none. */
export const withSharedTitle = (
  form: DeclarationForm,
  shared: { readonly title: string } | null,
): DeclarationForm => (shared && form.title.trim() === '' ? { ...form, title: shared.title } : form);

/** A draft may be half done, so its parts are read one by one; what makes no sense is left out. Null: there is none. */
export function readDeclaration(text: string): DeclarationForm | null {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof kept !== 'object' || kept === null) return null;
  const parts = v.safeParse(
    v.object({
      title: v.fallback(v.string(), blank.title),
      severity: v.fallback(severitySchema, blank.severity),
      serviceIds: v.fallback(declaration.entries.serviceIds, []),
      page: v.fallback(declaration.entries.page, blank.page),
      private: v.fallback(v.boolean(), blank.private),
    }),
    { ...blank, ...kept },
  );
  return parts.success ? parts.output : null;
}
