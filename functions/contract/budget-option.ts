import * as z from 'zod/mini'
import { AGENDA_STEP_MINUTES, consultationTypes } from './consultation-types.ts'
import { VatTreatment } from './receipt.ts'
import { ItemNameText, SingleLineText } from './text-schemas.ts'
import { CalendarDay, EuroCents } from './value-schemas.ts'

export const MAX_BUDGET_OPTIONS = 3
const MAX_BUDGET_PARTS = 3
const MAX_LINES = 20

const Line = SingleLineText.check(z.minLength(1, { error: 'Escribe la línea o quítala' }), z.maxLength(160))
const Lines = z.array(Line).check(z.maxLength(MAX_LINES))

const createCount = (most: number) => z.int({ error: 'Indica cuántas' }).check(z.nonnegative(), z.maximum(most))

/**
 * A later part of the price is due before one of these: the second consultation, the first analysis, the third month.
 */
export const budgetUnitKinds = ['consultation', 'analysis', 'month'] as const
export type BudgetUnitKind = (typeof budgetUnitKinds)[number]
export const BudgetMilestone = z.strictObject({ kind: z.enum(budgetUnitKinds), number: z.int().check(z.positive()) })
export type BudgetMilestone = z.infer<typeof BudgetMilestone>

/** Value of one unit, for refunding unused units in proportion. */
const ReferenceCents = EuroCents.check(z.maximum(1_000_000))

const optionFields = {
  title: ItemNameText.check(z.minLength(1, { error: 'Ponle un nombre' }), z.maxLength(40)),
  includes: Lines,
  excludes: Lines,
  consultations: z.strictObject({
    count: createCount(24),
    type: z.enum(consultationTypes),
    durationMinutes: z
      .int({ error: 'Indica la duración' })
      .check(z.minimum(15), z.maximum(240), z.multipleOf(AGENDA_STEP_MINUTES)),
    referenceCents: ReferenceCents,
  }),
  analyses: z.strictObject({ count: createCount(12), referenceCents: ReferenceCents }),
  months: z.strictObject({
    count: z.int({ error: 'Indica los meses' }).check(z.minimum(1), z.maximum(24)),
    referenceCents: ReferenceCents,
  }),
  /** Stripe's minimum charge is half a euro, and a price has several parts. */
  priceCents: EuroCents.check(
    z.minimum(500, { error: 'El precio mínimo es de 5 €' }),
    z.maximum(1_000_000, { error: 'El precio máximo es de 10.000 €' }),
  ),
  /** Milestones before which the second and third parts are due; the first is due at once. Empty: one payment. */
  laterParts: z.array(BudgetMilestone).check(z.maxLength(MAX_BUDGET_PARTS - 1)),
}

interface CountedOption {
  readonly consultations: { readonly count: number; readonly referenceCents: number }
  readonly analyses: { readonly count: number; readonly referenceCents: number }
  readonly months: { readonly count: number; readonly referenceCents: number }
  readonly laterParts: readonly BudgetMilestone[]
}

const countOf = (option: CountedOption, kind: BudgetUnitKind): number =>
  ({ consultation: option.consultations, analysis: option.analyses, month: option.months })[kind].count

/** Each milestone exists in the option and occurs once: a part due before no service of its own is prepaid credit. */
const areMilestonesThere = (option: CountedOption): boolean =>
  option.laterParts.every(({ kind, number }) => number <= countOf(option, kind)) &&
  new Set(option.laterParts.map(({ kind, number }) => `${kind} ${number}`)).size === option.laterParts.length

/** Parts are paid in order: with the third month before the second, a part would be due too early. */
const areMilestonesInOrder = ({ laterParts }: CountedOption): boolean =>
  laterParts.every(({ kind, number }, index) =>
    laterParts.slice(index + 1).every((later) => later.kind !== kind || later.number >= number),
  )

const isWorthSomething = ({ consultations, analyses, months }: CountedOption): boolean =>
  [consultations, analyses, months].some(({ count, referenceCents }) => count * referenceCents > 0)

export const BudgetOption = z.strictObject(optionFields).check(
  z.refine(areMilestonesThere, {
    error: 'Cada parte tiene que ir antes de un servicio distinto que esté incluido',
    path: ['laterParts'],
  }),
  z.refine(areMilestonesInOrder, {
    error: 'La tercera parte tiene que ir después de la segunda',
    path: ['laterParts', 1],
  }),
  z.refine(isWorthSomething, {
    error: 'Indica cuánto vale una consulta, una analítica o un mes: de ahí sale lo que se devuelve de lo no usado',
    path: ['consultations', 'referenceCents'],
  }),
)
export type BudgetOption = z.infer<typeof BudgetOption>

export const BudgetContent = z
  .strictObject({
    options: z
      .array(BudgetOption)
      .check(z.minLength(1, { error: 'Añade al menos una opción' }), z.maxLength(MAX_BUDGET_OPTIONS)),
    recommended: z.nullable(z.int().check(z.positive())),
    recommendation: z.nullable(SingleLineText.check(z.maxLength(300))),
    validUntil: CalendarDay,
  })
  .check(
    z.refine(({ options, recommended }) => recommended === null || recommended <= options.length, {
      error: 'La opción recomendada no existe',
      path: ['recommended'],
    }),
  )
export type BudgetContent = z.infer<typeof BudgetContent>

const BudgetPart = z.object({
  number: z.int(),
  amountCents: EuroCents,
  /** Null: due at once. From the milestone on, services are not given before the part is paid. */
  before: z.nullable(BudgetMilestone),
})

export const PublishedBudgetOption = z.object({
  ...optionFields,
  /** From 1, within its version. */
  optionId: z.int(),
  vat: VatTreatment,
  parts: z.array(BudgetPart),
})
export type PublishedBudgetOption = z.infer<typeof PublishedBudgetOption>
