import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { BudgetContent, type BudgetMilestone, BudgetOption, type PublishedBudgetOption } from '#contract/budget-option'
import { computeBudgetParts } from '#contract/budget-rules'
import { type BudgetTemplate, BudgetTemplateInput } from '#contract/budgets'
import { addDays } from '#contract/calendar-days'
import { getDefaultConsultationMinutes } from '#contract/consultation'
import { consultationTypes } from '#contract/consultation-types'
import { parseEuros } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'

const OptionValues = z.object({
  title: z.string(),
  includes: z.string(),
  excludes: z.string(),
  consultationCount: z.string(),
  consultationType: z.enum(consultationTypes),
  consultationMinutes: z.string(),
  consultationReference: z.string(),
  analysisCount: z.string(),
  analysisReference: z.string(),
  monthCount: z.string(),
  monthReference: z.string(),
  price: z.string(),
  /** `consultation 2`; empty without a second part. */
  secondPart: z.string(),
  thirdPart: z.string(),
})
export type OptionValues = z.infer<typeof OptionValues>
export type OptionField = keyof OptionValues

export const emptyOptionValues: OptionValues = {
  title: '',
  includes: '',
  excludes: '',
  consultationCount: '1',
  consultationType: 'seguimiento',
  consultationMinutes: String(getDefaultConsultationMinutes('seguimiento')),
  consultationReference: '',
  analysisCount: '0',
  analysisReference: '',
  monthCount: '3',
  monthReference: '',
  price: '',
  secondPart: '',
  thirdPart: '',
}

const formatEuros = (cents: number): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2).replace('.', ',')
const formatReference = (cents: number): string => (cents === 0 ? '' : formatEuros(cents))

const formatPartChoice = ({ kind, number }: BudgetMilestone): string => `${kind} ${number}`

export function toOptionValues(option: BudgetOption): OptionValues {
  const { consultations, analyses, months, laterParts } = option
  const [second = '', third = ''] = laterParts.map(formatPartChoice)
  return {
    title: option.title,
    includes: option.includes.join('\n'),
    excludes: option.excludes.join('\n'),
    consultationCount: String(consultations.count),
    consultationType: consultations.type,
    consultationMinutes: String(consultations.durationMinutes),
    consultationReference: formatReference(consultations.referenceCents),
    analysisCount: String(analyses.count),
    analysisReference: formatReference(analyses.referenceCents),
    monthCount: String(months.count),
    monthReference: formatReference(months.referenceCents),
    price: formatEuros(option.priceCents),
    secondPart: second,
    thirdPart: third,
  }
}

const toNumber = (text: string): number => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN)
const toOptionalNumber = (text: string): number => (text.trim() === '' ? 0 : toNumber(text))
const toReferenceCents = (text: string): number => (text.trim() === '' ? 0 : (parseEuros(text) ?? Number.NaN))

const toLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const toMilestone = (choice: string) => {
  const [kind, number] = choice.split(' ')
  return { kind, number: Number(number) }
}

/** Not validated: invalid numbers become NaN. */
const toOption = (values: OptionValues) => ({
  title: values.title,
  includes: toLines(values.includes),
  excludes: toLines(values.excludes),
  consultations: {
    count: toOptionalNumber(values.consultationCount),
    type: values.consultationType,
    durationMinutes: toNumber(values.consultationMinutes),
    referenceCents: toReferenceCents(values.consultationReference),
  },
  analyses: {
    count: toOptionalNumber(values.analysisCount),
    referenceCents: toReferenceCents(values.analysisReference),
  },
  months: { count: toNumber(values.monthCount), referenceCents: toReferenceCents(values.monthReference) },
  priceCents: parseEuros(values.price) ?? Number.NaN,
  laterParts: [values.secondPart, values.thirdPart].filter(Boolean).map(toMilestone),
})

const fieldByPath: Readonly<Record<string, OptionField>> = {
  title: 'title',
  includes: 'includes',
  excludes: 'excludes',
  'consultations.count': 'consultationCount',
  'consultations.type': 'consultationType',
  'consultations.durationMinutes': 'consultationMinutes',
  'consultations.referenceCents': 'consultationReference',
  'analyses.count': 'analysisCount',
  'analyses.referenceCents': 'analysisReference',
  'months.count': 'monthCount',
  'months.referenceCents': 'monthReference',
  priceCents: 'price',
  laterParts: 'secondPart',
  'laterParts.1': 'thirdPart',
}

type Path = readonly PropertyKey[]

const toOptionField = ([first = '', second = '']: Path): OptionField =>
  fieldByPath[`${String(first)}.${String(second)}`] ?? fieldByPath[String(first)] ?? 'title'

const sums: ReadonlySet<PropertyKey> = new Set(['referenceCents', 'priceCents'])

const toMessage = ({ path, message, code }: z.core.$ZodIssue): string =>
  sums.has(path.at(-1) ?? '') && code === 'invalid_type'
    ? 'Escribe un importe en euros, por ejemplo 60 o 60,50'
    : message

const listProblems = (schema: z.ZodMiniType, content: unknown, toFieldPath: (path: Path) => PropertyKey[]) =>
  (schema.safeParse(content).error?.issues ?? []).map((issue) => ({
    code: 'custom' as const,
    input: undefined,
    path: toFieldPath(issue.path),
    message: toMessage(issue),
  }))

const BudgetValues = z.object({
  budgetId: z.string(),
  options: z.array(OptionValues),
  recommended: z.string(),
  recommendation: z.string(),
  validUntil: z.string(),
})
export type BudgetValues = z.infer<typeof BudgetValues>
export type BudgetEditorForm = UseFormReturn<BudgetValues, unknown, BudgetContent>

const toContent = ({ options, recommended, recommendation, validUntil }: BudgetValues) => ({
  options: options.map(toOption),
  recommended: recommended === '' ? null : Number(recommended),
  recommendation: recommendation.trim() || null,
  validUntil,
})

const toBudgetField = ([first = '', index, ...rest]: Path): PropertyKey[] =>
  first === 'options' && index !== undefined ? ['options', index, toOptionField(rest)] : [first]

export const BudgetForm = z.pipe(
  BudgetValues.check(({ value, issues }) => {
    issues.push(...listProblems(BudgetContent, toContent(value), toBudgetField))
  }),
  z.transform((values) => BudgetContent.parse(toContent(values))),
)

const USUAL_DAYS = 14

export const createBudgetValues = (today: string): BudgetValues => ({
  budgetId: '',
  options: [],
  recommended: '',
  recommendation: '',
  validUntil: addDays(today, USUAL_DAYS),
})

export const toBudgetValues = (budgetId: string, content: BudgetContent): BudgetValues => ({
  budgetId,
  options: content.options.map(toOptionValues),
  recommended: content.recommended === null ? '' : String(content.recommended),
  recommendation: content.recommendation ?? '',
  validUntil: content.validUntil,
})

const BudgetTemplateValues = z.object({ name: z.string(), validDays: z.string(), options: z.array(OptionValues) })
export type BudgetTemplateValues = z.infer<typeof BudgetTemplateValues>

const toTemplate = ({ name, validDays, options: [option = emptyOptionValues] }: BudgetTemplateValues) => ({
  name,
  validDays: toNumber(validDays),
  option: toOption(option),
})

const toTemplateField = ([first = '', ...rest]: Path): PropertyKey[] =>
  first === 'option' ? ['options', 0, toOptionField(rest)] : [first]

export const TemplateForm = z.pipe(
  BudgetTemplateValues.check(({ value, issues }) => {
    issues.push(...listProblems(BudgetTemplateInput, toTemplate(value), toTemplateField))
  }),
  z.transform((values) => BudgetTemplateInput.parse(toTemplate(values))),
)

export const toTemplateValues = (template?: BudgetTemplate): BudgetTemplateValues => ({
  name: template?.name ?? '',
  validDays: String(template?.validDays ?? USUAL_DAYS),
  options: [template ? toOptionValues(template.option) : emptyOptionValues],
})

/** Undefined while it is incomplete. */
export function previewOption(values: OptionValues, index: number): PublishedBudgetOption | undefined {
  const { data: option } = BudgetOption.safeParse(toOption(values))
  return (
    option && {
      ...option,
      optionId: index + 1,
      vat: practiceLegalDetails.vat,
      parts: option.laterParts.length > 0 ? computeBudgetParts(option) : [],
    }
  )
}

interface PartChoice {
  readonly value: string
  readonly milestone: BudgetMilestone
}

const MAX_CHOICES = 24

const countUp = (kind: BudgetMilestone['kind'], from: number, to: number): readonly BudgetMilestone[] =>
  Number.isInteger(to)
    ? Array.from({ length: Math.max(0, Math.min(to, MAX_CHOICES) - from + 1) }, (_, at) => ({
        kind,
        number: from + at,
      }))
    : []

/** The first month begins with the first payment. */
export function listPartChoices(values: OptionValues): readonly PartChoice[] {
  const { consultations, analyses, months } = toOption(values)
  return [
    ...countUp('consultation', 1, consultations.count),
    ...countUp('analysis', 1, analyses.count),
    ...countUp('month', 2, months.count),
  ].map((milestone) => ({ value: formatPartChoice(milestone), milestone }))
}
