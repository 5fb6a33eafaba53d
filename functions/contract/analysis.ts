import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import {
  createOptionalTextField,
  type EnteredRecord,
  getFieldInputSchemas,
  getFieldValueSchemas,
} from './record-fields.ts'
import { MultilineText, SingleLineText } from './text-schemas.ts'
import {
  AnalysisId,
  CalendarDay,
  createPageSchema,
  CustomerId,
  FileId,
  IsoInstant,
  PageQuery,
} from './value-schemas.ts'

const createTextField = (label: string, max: number, error: string) => ({
  label,
  value: z.string(),
  entered: SingleLineText.check(z.minLength(1, { error }), z.maxLength(max)),
})

/** As the laboratory printed it: comparators, words and decimal commas stay. Numbers are read for drawing alone. */
export const analysisValueFields = {
  marker: createTextField('Marcador', 80, 'Escribe qué se ha medido'),
  value: createTextField('Valor', 40, 'Escribe el valor como está impreso'),
  unit: createOptionalTextField('Unidad', SingleLineText.check(z.maxLength(30))),
  range: createOptionalTextField('Intervalo del laboratorio', SingleLineText.check(z.maxLength(60))),
}

export const AnalysisValue = z.object(getFieldValueSchemas(analysisValueFields))
export type AnalysisValue = z.infer<typeof AnalysisValue>

export const EnteredAnalysisValue = z.strictObject(getFieldInputSchemas(analysisValueFields))
export type EnteredAnalysisValue = EnteredRecord<typeof analysisValueFields>

const Explanation = MultilineText.check(z.maxLength(4000))

export const analysisFields = {
  sampledOn: { label: 'Fecha de la muestra', value: CalendarDay, entered: CalendarDay },
  laboratory: createTextField('Laboratorio', 80, 'Escribe el laboratorio'),
  method: createTextField('Método', 120, 'Escribe el método'),
  /** An analysis among the client's files. */
  fileId: {
    label: 'Informe',
    value: z._default(z.nullable(FileId), null),
    entered: z._default(z.nullable(FileId), null),
  },
  findings: createOptionalTextField('Qué hemos visto', Explanation),
  meaning: createOptionalTextField('Qué significa', Explanation),
  nextSteps: createOptionalTextField('Qué hacemos', Explanation),
}

/** What a client is told in words: all of it is there before anything is published. */
export const analysisSummaryKeys = ['findings', 'meaning', 'nextSteps'] as const

export const MAX_ANALYSIS_VALUES = 150

/** Two names are the same marker, method or laboratory whatever their capitals and spaces. */
export const toComparableText = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('es-ES')

const keyOf = ({ marker, unit }: Pick<AnalysisValue, 'marker' | 'unit'>): string =>
  JSON.stringify([toComparableText(marker), toComparableText(unit ?? '')])

/** Rows that have a marker and unit of a row before them: a line over time could not tell them apart. */
export function findRepeatedValues(values: readonly Pick<AnalysisValue, 'marker' | 'unit'>[]): readonly number[] {
  const seen = new Set<string>()
  return values.flatMap((value, index) => {
    const key = keyOf(value)
    if (seen.has(key)) return [index]
    seen.add(key)
    return []
  })
}

const EnteredValues = z.array(EnteredAnalysisValue).check(
  z.maxLength(MAX_ANALYSIS_VALUES, { error: `Puedes anotar como máximo ${MAX_ANALYSIS_VALUES} valores` }),
  z.refine((values) => findRepeatedValues(values).length === 0, {
    error: 'Hay un marcador repetido con la misma unidad',
  }),
)

const Edition = z.int().check(z.positive())

const contentShape = { ...getFieldValueSchemas(analysisFields), values: z.array(AnalysisValue) }

/** What was published once; a correction is the next edition. `publishedBy`: a name, null where the account is gone. */
export const AnalysisEdition = z.object({
  ...contentShape,
  edition: Edition,
  publishedAt: IsoInstant,
  publishedBy: z.nullable(z.string()),
})
export type AnalysisEdition = z.infer<typeof AnalysisEdition>

/** Of the edition that is in force. */
export const OwnAnalysis = z.extend(AnalysisEdition, { analysisId: AnalysisId, seenAt: z.nullable(IsoInstant) })
export type OwnAnalysis = z.infer<typeof OwnAnalysis>

/** `version` counts every save, `published.version` is the one that the client reads. */
export const CustomerAnalysis = z.object({
  ...contentShape,
  analysisId: AnalysisId,
  version: z.int().check(z.positive()),
  createdAt: IsoInstant,
  savedAt: IsoInstant,
  savedBy: z.nullable(z.string()),
  published: z.nullable(
    z.object({
      version: z.int().check(z.positive()),
      edition: Edition,
      publishedAt: IsoInstant,
      seenAt: z.nullable(IsoInstant),
    }),
  ),
})
export type CustomerAnalysis = z.infer<typeof CustomerAnalysis>

const ofCustomer = z.object({ customerId: CustomerId })
const params = z.extend(ofCustomer, { analysisId: AnalysisId })
const path = '/customers/{customerId}/analyses/{analysisId}'
const stale = 'changed-meanwhile'

export const analysisEndpoints = {
  /** What is published, the latest first. */
  listAnalysesOfMine: defineEndpoint({
    method: 'GET',
    path: '/analyses',
    allow: ['cliente'],
    query: PageQuery,
    reply: createPageSchema(OwnAnalysis),
    audit: 'none',
    refusals: [],
  }),
  /** Of the edition that was read: a correction is new again. */
  seeAnalysis: defineEndpoint({
    method: 'PUT',
    path: '/analyses/{analysisId}/seen',
    allow: ['cliente'],
    params: z.object({ analysisId: AnalysisId }),
    body: z.strictObject({ edition: Edition }),
    reply: z.object({ seenAt: IsoInstant }),
    audit: 'none',
    refusals: [],
  }),
  /** The latest first, with what is not published. */
  listAnalysesOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/analyses',
    allow: ['administrador'],
    opens: 'analyses',
    params: ofCustomer,
    query: PageQuery,
    reply: createPageSchema(CustomerAnalysis),
    audit: 'none',
    refusals: [],
  }),
  /** The id is the browser's, so that a repetition makes no second one. `version` 0: nothing was saved yet. */
  saveAnalysis: defineEndpoint({
    method: 'PUT',
    path,
    allow: ['administrador'],
    opens: 'analyses',
    params,
    body: z.strictObject({
      ...getFieldInputSchemas(analysisFields),
      values: EnteredValues,
      version: z.int().check(z.nonnegative()),
    }),
    reply: CustomerAnalysis,
    audit: 'ANALYSIS_SAVED',
    health: true,
    refusals: [stale, 'file-missing', 'health-basis-required'],
  }),
  /** The version that was read back: the client reads it, and a mail says that there is something to read. */
  publishAnalysis: defineEndpoint({
    method: 'POST',
    path: `${path}/editions`,
    allow: ['administrador'],
    opens: 'analyses',
    params,
    body: z.strictObject({ version: z.int().check(z.positive()) }),
    reply: CustomerAnalysis,
    audit: 'ANALYSIS_PUBLISHED',
    health: true,
    refusals: [stale, 'summary-missing', 'file-missing', 'health-basis-required'],
  }),
  /** What was published, the latest first. */
  listAnalysisEditions: defineEndpoint({
    method: 'GET',
    path: `${path}/editions`,
    allow: ['administrador'],
    opens: 'analyses',
    params,
    query: PageQuery,
    reply: createPageSchema(AnalysisEdition),
    audit: 'none',
    refusals: [],
  }),
  /** Takes it from the client too. What was published stays in what is kept of them. */
  removeAnalysis: defineEndpoint({
    method: 'DELETE',
    path,
    allow: ['administrador'],
    opens: 'nothing',
    params,
    reply: z.object({ removed: z.literal(true) }),
    audit: 'ANALYSIS_REMOVED',
    refusals: [stale],
  }),
}
