import * as z from 'zod'
import { Dosing } from '#contract/dosing'
import { type ClientSupplement, supplementStatuses } from '#contract/supplements'
import { Day } from '#contract/values'
import { keepHere, keptHere } from '../../api/kept-here.ts'
import { wallTimeOf } from '../../ui/wall-time.ts'

/** What the form holds: fields that are left empty are empty text. */
export const DosingForm = z
  .object({
    name: z.string().trim().min(1, { error: 'Indica el suplemento' }).max(120),
    ...Dosing.omit({ instructions: true }).shape,
    instructions: z.string().trim().max(2000),
    duration: z.string().trim().max(80),
    startDate: z.iso.date({ error: 'Indica el inicio' }),
    endDate: z.union([z.literal(''), Day]),
    packDoses: z.union([
      z.nan().transform(() => null),
      z.number().int().positive({ error: 'Indica cuántas tomas trae el envase' }).max(10_000),
    ]),
    status: z.enum(supplementStatuses),
  })
  .refine(({ startDate, endDate }) => endDate === '' || endDate >= startDate, {
    error: 'El final no puede ser anterior al inicio',
    path: ['endDate'],
  })
export type DosingFormInput = z.input<typeof DosingForm>
export type DosingFormValues = z.output<typeof DosingForm>

const today = () => wallTimeOf(new Date().toISOString()).day

/** An empty form: what most supplements have is chosen already. */
const emptyForm = (): DosingFormInput => ({
  name: '',
  amount: Number.NaN,
  unit: 'mg',
  frequency: '1 vez al día',
  times: [],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  instructions: '',
  duration: '',
  startDate: today(),
  endDate: '',
  packDoses: Number.NaN,
  status: 'active',
})

export const formOf = (supplement: ClientSupplement): DosingFormInput => ({
  ...supplement,
  instructions: supplement.instructions ?? '',
  duration: supplement.duration ?? '',
  endDate: supplement.endDate ?? '',
  packDoses: supplement.packDoses ?? Number.NaN,
})

/** What the API takes. */
export const courseOf = ({
  name: _name,
  status: _status,
  instructions,
  duration,
  endDate,
  ...rest
}: DosingFormValues) => ({
  ...rest,
  instructions: instructions || null,
  duration: duration || null,
  endDate: endDate || null,
})

/** How the last supplement was dosed, without a word of whom for; it begins the next form. */
const lastUsed = 'last-supplement'
const LastUsed = Dosing.omit({ instructions: true })

export const rememberLastUsed = ({ amount, unit, frequency, times, foodRelation, pattern }: DosingFormValues): void =>
  void keepHere(lastUsed, { amount, unit, frequency, times, foodRelation, pattern })

/** The form for the next supplement: as the last one was dosed, without its name. */
export function nextForm(): DosingFormInput {
  const last = LastUsed.safeParse(keptHere(lastUsed))
  return last.success ? { ...emptyForm(), ...last.data } : emptyForm()
}
