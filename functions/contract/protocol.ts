import * as z from 'zod/mini'
import {
  ClientSupplement,
  ClientSupplementVersionNumber,
  computeSupplementStatus,
  dateOrderProblem,
  isDateOrder,
  splitSupplementByDoseTime,
  SupplementCourse,
  SupplementName,
} from './client-supplement.ts'
import {
  type DoseFrequency,
  doseFrequencies,
  doseTimeOptions,
  dosesPerDayByFrequency,
  findEquivalentDoseTimes,
} from './dosing.ts'
import { type DosingContradiction, findDosingContradiction } from './dosing-contradiction.ts'
import { defineEndpoint } from './endpoint.ts'
import { ItemNameText } from './text-schemas.ts'
import { ClientSupplementId, CustomerId, IsoInstant, SupplementTemplateId } from './value-schemas.ts'

const dailyFrequencies = doseFrequencies.filter((frequency) => frequency.endsWith('al día'))
const MAX_DOSES_A_DAY = dailyFrequencies.length

/** For courses not taken every day; a daily one has as many doses as moments with an amount. */
export const sparseFrequencies = ['Cada 2 días', '3 veces por semana', '1 vez por semana'] as const

const Doses = z
  .array(z.strictObject({ time: z.enum(doseTimeOptions), amount: SupplementCourse.shape.amount }))
  .check(
    z.minLength(1, { error: 'Escribe la cantidad en al menos un momento' }),
    z.maxLength(MAX_DOSES_A_DAY, { error: `Puede tener como máximo ${MAX_DOSES_A_DAY} momentos` }),
  )

const SparseFrequency = z._default(z.nullable(z.enum(sparseFrequencies)), null)

const ProtocolLine = z.object({
  ...z.omit(SupplementCourse, { amount: true, frequency: true, times: true }).shape,
  doses: Doses,
  sparseFrequency: SparseFrequency,
})
export type ProtocolLine = z.infer<typeof ProtocolLine>

type LineSchedule = Pick<ProtocolLine, 'doses' | 'sparseFrequency'>

const frequencyOf = ({ doses, sparseFrequency }: LineSchedule): DoseFrequency =>
  sparseFrequency ?? dailyFrequencies.find((daily) => dosesPerDayByFrequency[daily] === doses.length) ?? '1 vez al día'

const timesOf = ({ doses }: LineSchedule) => doses.map(({ time }) => time)

export const findLineContradiction = (
  line: LineSchedule & Pick<ProtocolLine, 'pattern' | 'foodRelation'> & Partial<ProtocolLine>,
): DosingContradiction | undefined => {
  const times = timesOf(line)
  const found = findDosingContradiction({ ...line, frequency: frequencyOf(line), times })
  const [same] = findEquivalentDoseTimes(times)
  // The frequency of a daily line follows from its amounts, so it cannot contradict the moments.
  if (found?.field !== 'times' || line.sparseFrequency !== null || !same) return found
  const [meal, part] = same
  return { ...found, text: `«${part}» y «${meal}» son el mismo momento: deja la cantidad solo en uno de los dos` }
}

function rejectLineContradiction(line: Parameters<typeof findLineContradiction>[0], context: z.core.$RefinementCtx) {
  if (line.doses.length === 0 || line.doses.length > MAX_DOSES_A_DAY) return
  const found = findLineContradiction(line)
  const path = found?.field === 'times' ? 'doses' : found?.field
  if (found && path) context.addIssue({ code: 'custom', message: found.text, path: [path] })
}

export function toCourses<Line extends ProtocolLine>({ doses, sparseFrequency, ...line }: Line) {
  const [first] = doses
  if (first && (sparseFrequency !== null || doses.every(({ amount }) => amount === first.amount))) {
    const schedule = { doses, sparseFrequency }
    return [{ ...line, amount: first.amount, frequency: frequencyOf(schedule), times: timesOf(schedule) }]
  }
  return splitSupplementByDoseTime({ ...line, doses })
}

export const PrescribedLine = z
  .strictObject({ ...ProtocolLine.shape, name: SupplementName })
  .check(z.refine(isDateOrder, dateOrderProblem), z.superRefine(rejectLineContradiction))

export type PrescribedLine = z.infer<typeof PrescribedLine>

const MAX_ROWS_OF_LINE = MAX_DOSES_A_DAY

const ChangedLine = z
  .strictObject({
    ...ProtocolLine.shape,
    /** The prescriptions behind the line: several when the amounts differ. */
    clientSupplementIds: z.array(ClientSupplementId).check(z.minLength(1), z.maxLength(MAX_ROWS_OF_LINE)),
  })
  .check(z.refine(isDateOrder, dateOrderProblem), z.superRefine(rejectLineContradiction))

const MAX_LINES = 40
/** A transaction writes the changes and checks the unchanged prescriptions. */
export const MAX_PRESCRIPTIONS = 75

export const isInForce = (supplement: Parameters<typeof computeSupplementStatus>[0], today: string): boolean =>
  ['active', 'paused'].includes(computeSupplementStatus(supplement, today))

/** The same `requestId` continues after an interruption and changes nothing twice. */
export const PublishProtocol = z
  .strictObject({
    requestId: z.uuid(),
    seen: z
      .array(z.strictObject({ clientSupplementId: ClientSupplementId, version: ClientSupplementVersionNumber }))
      .check(z.maxLength(MAX_PRESCRIPTIONS)),
    prescribe: z.array(PrescribedLine).check(z.maxLength(MAX_LINES)),
    change: z.array(ChangedLine).check(z.maxLength(MAX_LINES)),
    finish: z.array(ClientSupplementId).check(z.maxLength(MAX_PRESCRIPTIONS)),
  })
  .check(
    z.refine(({ prescribe, change, finish }) => prescribe.length + change.length + finish.length > 0, {
      error: 'No has cambiado nada de la pauta',
      path: ['change'],
    }),
    z.refine(
      ({ seen, change, finish }) => {
        const changed = [...change.flatMap(({ clientSupplementIds }) => clientSupplementIds), ...finish]
        const known = new Set(seen.map(({ clientSupplementId }) => clientSupplementId))
        return new Set(changed).size === changed.length && changed.every((id) => known.has(id))
      },
      { error: 'Cada suplemento puede cambiar una sola vez', path: ['change'] },
    ),
  )
export type PublishProtocol = z.infer<typeof PublishProtocol>

/** No client's data: without instructions, duration and dates. */
const TemplateLine = z.pick(ProtocolLine, {
  unit: true,
  foodRelation: true,
  pattern: true,
  doses: true,
  sparseFrequency: true,
})
export const ProtocolTemplateLine = z.object({ ...TemplateLine.shape, name: z.string() })
export type ProtocolTemplateLine = z.infer<typeof ProtocolTemplateLine>

export const ProtocolTemplateName = ItemNameText.check(z.minLength(1, { error: 'Ponle un nombre' }), z.maxLength(80))

export const ProtocolTemplate = z.object({
  templateId: SupplementTemplateId,
  name: z.string(),
  lines: z.array(ProtocolTemplateLine),
  createdAt: IsoInstant,
})
export type ProtocolTemplate = z.infer<typeof ProtocolTemplate>

const ofCustomer = z.object({ customerId: CustomerId })

export const protocolEndpoints = {
  publish: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/supplements/publish',
    allow: ['administrador'],
    opens: 'supplements',
    params: ofCustomer,
    body: PublishProtocol,
    reply: z.object({ items: z.array(ClientSupplement) }),
    audit: 'SUPPLEMENT_CHANGED',
    health: true,
    refusals: ['changed-meanwhile', 'health-basis-required'],
  }),
  protocolTemplates: defineEndpoint({
    method: 'GET',
    path: '/supplements/protocol-templates',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ items: z.array(ProtocolTemplate) }),
    audit: 'none',
    refusals: [],
  }),
  /** The same `requestId` is the same template; otherwise it is a new one. */
  saveProtocolTemplate: defineEndpoint({
    method: 'POST',
    path: '/supplements/protocol-templates',
    allow: ['administrador'],
    opens: 'nothing',
    status: 201,
    body: z.strictObject({
      name: ProtocolTemplateName,
      requestId: z.uuid(),
      lines: z
        .array(
          z.strictObject({ ...TemplateLine.shape, name: SupplementName }).check(z.superRefine(rejectLineContradiction)),
        )
        .check(z.minLength(1, { error: 'La plantilla necesita al menos un suplemento' }), z.maxLength(MAX_LINES)),
    }),
    reply: ProtocolTemplate,
    audit: 'PROTOCOL_TEMPLATE_SAVED',
    refusals: [],
  }),
  removeProtocolTemplate: defineEndpoint({
    method: 'DELETE',
    path: '/supplements/protocol-templates/{templateId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.object({ templateId: SupplementTemplateId }),
    reply: z.object({ removed: z.literal(true) }),
    audit: 'PROTOCOL_TEMPLATE_REMOVED',
    refusals: [],
  }),
}
