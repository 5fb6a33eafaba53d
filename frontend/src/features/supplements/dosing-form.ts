import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  Dosing,
  dosesPerDayByFrequency,
  dosingFields,
  structuredDosingFields,
  sortDistinctDoseTimes,
  type DoseTime,
  doseTimeOptions as allTimes,
} from '#contract/dosing'
import { findDosingContradiction, rejectDosingContradiction } from '#contract/dosing-contradiction'
import { type ClientSupplement, clientSupplementFields, supplementStatuses } from '#contract/client-supplement'
import { type EnteredRecord, getFieldInputSchemas, getObjectKeys, pickTextFields } from '#contract/record-fields'
import { ItemNameText } from '#contract/text-schemas'
import { CalendarDay } from '#contract/value-schemas'
import { localStore, FORM_MEMORY_KEY_PREFIX } from '../../api/local-store.ts'
import { toFormTextValues } from '../../ui/form-text-values.ts'
import { getPracticeToday } from '../../ui/wall-time.ts'

/** Ambiguous: `1.000` is a thousand in Spanish and one to a machine. Refused, because a dose must not be guessed. */
const thousands = /^\d{1,3}([.,]\d{3})+$/

/** Not what `Number` takes besides: `1e3` and `0x10`. */
const decimal = /^-?(\d+([.,]\d*)?|[.,]\d+)$/

/** Accepts a decimal comma or point; NaN for anything else. */
export const parseSpanishNumber = (text: string): number =>
  decimal.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN

export const AmountText = z.pipe(
  z.pipe(
    z.string().check(
      z.refine((text) => !thousands.test(text.trim()), {
        error: 'Escribe la cantidad sin separar los miles: 1000, o 1 si es una unidad',
        abort: true,
      }),
    ),
    z.transform(parseSpanishNumber),
  ),
  Dosing.shape.amount,
)

export const PackDosesText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text.trim() === '' ? null : parseSpanishNumber(text))),
  ),
  z.nullable(
    z
      .number({ error: 'Indica cuántas tomas trae el envase' })
      .check(
        z.int({ error: 'Indica un número entero de tomas' }),
        z.positive({ error: 'Indica cuántas tomas trae el envase' }),
        z.maximum(10_000, { error: 'Son demasiadas tomas para un envase' }),
      ),
  ),
)

export const dosingFormTextFields = pickTextFields(clientSupplementFields)

const { duration: _duration, ...dosingFormTextAreas } = dosingFormTextFields
export { dosingFormTextAreas }

export const DosingFormSchema = z
  .object({
    name: ItemNameText.check(z.minLength(1, { error: 'Indica el suplemento' }), z.maxLength(120)),
    ...getFieldInputSchemas(structuredDosingFields),
    amount: AmountText,
    ...getFieldInputSchemas(dosingFormTextFields),
    startDate: z.iso.date({ error: 'Indica el inicio' }),
    endDate: z.union([z.literal(''), CalendarDay]),
    packDoses: PackDosesText,
    status: z.enum(supplementStatuses),
    /** Set when a new prescription is first sent; part of the draft, so that a retry has the same. */
    requestId: z.string(),
    byMoment: z.boolean(),
    amounts: z.partialRecord(z.enum(allTimes), z.string()),
  })
  .check(
    z.refine(({ startDate, endDate }) => endDate === '' || endDate >= startDate, {
      error: 'El final no puede ser anterior al inicio',
      path: ['endDate'],
    }),
    z.superRefine(rejectDosingContradiction),
  )

const ByMomentForm = z
  .safeExtend(DosingFormSchema, {
    amount: z.pipe(
      z.string(),
      z.transform(() => 1),
    ),
  })
  .check(
    z.superRefine(({ times: chosen, amounts }, context) => {
      for (const time of sortDistinctDoseTimes(chosen)) {
        const problem = AmountText.safeParse(amounts[time] ?? '').error?.issues[0]
        if (problem) context.addIssue({ code: 'custom', message: problem.message, path: ['amounts', time] })
      }
    }),
  )

/** Only a frequency with several doses a day can have several amounts. */
export const hasAmountsByMoment = ({ byMoment, frequency }: Pick<DosingFormInput, 'byMoment' | 'frequency'>): boolean =>
  byMoment && dosesPerDayByFrequency[frequency] > 1

export const dosingFormResolver: Resolver<DosingFormInput, unknown, DosingFormValues> = (values, context, options) =>
  zodResolver(hasAmountsByMoment(values) ? ByMomentForm : DosingFormSchema)(values, context, options)

export type DosingFormInput = z.input<typeof DosingFormSchema>
export type DosingFormValues = z.output<typeof DosingFormSchema>
export type DosingFormReturn = UseFormReturn<DosingFormInput, unknown, DosingFormValues>

export const useDosingFormValues = ({ control, getValues }: DosingFormReturn): DosingFormInput => ({
  ...getValues(),
  ...useWatch({ control }),
})

const pick = <Whole extends object, Key extends keyof Whole>(whole: Whole, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>

const noAmounts = Object.fromEntries(allTimes.map((time) => [time, ''])) as Record<DoseTime, string>

export const createEmptyDosingForm = (): DosingFormInput => ({
  name: '',
  amount: '',
  unit: 'mg',
  frequency: '1 vez al día',
  times: [],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  ...toFormTextValues(dosingFormTextFields),
  startDate: getPracticeToday(),
  endDate: '',
  packDoses: '',
  status: 'active',
  requestId: '',
  byMoment: false,
  amounts: noAmounts,
})

export const formatAmountInput = (amount: number): string => String(amount).replace('.', ',')

export const toDosingFormInput = (supplement: ClientSupplement): DosingFormInput => ({
  ...supplement,
  amount: formatAmountInput(supplement.amount),
  ...toFormTextValues(dosingFormTextFields, supplement),
  endDate: supplement.endDate ?? '',
  packDoses: String(supplement.packDoses ?? ''),
  requestId: '',
  byMoment: false,
  amounts: noAmounts,
})

export const toDosingRequestBody = ({
  name: _name,
  status: _status,
  requestId: _requestId,
  byMoment: _byMoment,
  amounts: _amounts,
  endDate,
  ...rest
}: DosingFormValues): EnteredRecord<typeof clientSupplementFields> => ({ ...rest, endDate: endDate || null })

export function toDosesByMomentRequestBody(values: DosingFormValues) {
  const {
    amount: _amount,
    frequency: _frequency,
    times: chosen,
    packDoses: _packDoses,
    ...course
  } = toDosingRequestBody(values)
  const doses = sortDistinctDoseTimes(chosen).map((time) => ({
    time,
    amount: parseSpanishNumber(values.amounts[time] ?? ''),
  }))
  return { ...course, name: values.name, doses }
}

export const hasAllDoseAmounts = (values: DosingFormInput): boolean => {
  const moments = sortDistinctDoseTimes(values.times)
  return hasAmountsByMoment(values)
    ? moments.length > 0 && moments.every((time) => parseSpanishNumber(values.amounts[time] ?? '') > 0)
    : parseSpanishNumber(values.amount) > 0
}

export const toSupplementTemplate = (values: DosingFormValues) => ({
  ...pick(values, getObjectKeys(dosingFields)),
  name: values.name,
})

export const findDosingFormContradiction = (values: DosingFormInput) =>
  findDosingContradiction({ ...values, endDate: values.endDate || null })

/** The last dosing, without its client. Used on request only. */
const lastUsed = `${FORM_MEMORY_KEY_PREFIX}last-supplement`
const LastUsed = z.object(getFieldInputSchemas(structuredDosingFields))
type LastUsed = z.infer<typeof LastUsed>

export const rememberLastUsedDosing = (values: DosingFormValues): void =>
  void localStore.set(lastUsed, pick(values, getObjectKeys(structuredDosingFields)))

export function readLastUsedDosing(): LastUsed | undefined {
  const last = LastUsed.safeParse(localStore.get(lastUsed))
  return last.success ? last.data : undefined
}

const dosingTextFields = pickTextFields(dosingFields)
type PrefilledDosing = LastUsed & Partial<EnteredRecord<typeof dosingTextFields>>

/** Empty for an earlier dosing of somebody, which is offered without its texts. */
export const toDosingTexts = (dosing: PrefilledDosing) => toFormTextValues(dosingTextFields, dosing)

export const applyDosingToForm = (
  form: DosingFormInput,
  dosing: PrefilledDosing & { readonly name?: string },
): DosingFormInput => ({
  ...form,
  ...dosing,
  amount: formatAmountInput(dosing.amount),
  ...toDosingTexts(dosing),
})
