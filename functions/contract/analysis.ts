import * as z from 'zod/mini'
import {
  createOptionalTextField,
  type EnteredRecord,
  getFieldInputSchemas,
  getFieldValueSchemas,
} from './record-fields.ts'
import { MultilineText, SingleLineText } from './text-schemas.ts'
import { CalendarDay, FileId } from './value-schemas.ts'

const createTextField = (label: string, max: number, error: string) => ({
  label,
  value: z.string(),
  entered: SingleLineText.check(z.minLength(1, { error }), z.maxLength(max)),
})

/** As printed by the laboratory: comparators, words and decimal commas are kept. Numbers are parsed only for charts. */
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
  fileId: {
    label: 'Informe',
    value: z._default(z.nullable(FileId), null),
    entered: z._default(z.nullable(FileId), null),
  },
  findings: createOptionalTextField('Qué hemos visto', Explanation),
  meaning: createOptionalTextField('Qué significa', Explanation),
  nextSteps: createOptionalTextField('Qué hacemos', Explanation),
}

export const analysisSummaryKeys = ['findings', 'meaning', 'nextSteps'] as const

export const MAX_ANALYSIS_VALUES = 150

/** Ignores capitals and spaces, for comparing markers, methods and laboratories. */
export const toComparableText = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('es-ES')

/** Capitals distinguish units (`mU`, `MU`), except in litres. */
export const toComparableUnit = (unit: string | null): string =>
  (unit ?? '').trim().replaceAll(/\s+/g, ' ').replaceAll('l', 'L')

const keyOf = ({ marker, unit }: Pick<AnalysisValue, 'marker' | 'unit'>): string =>
  JSON.stringify([toComparableText(marker), toComparableUnit(unit)])

/** Indexes of rows with the marker and unit of an earlier row, which a chart could not tell apart. */
export function findRepeatedValues(values: readonly Pick<AnalysisValue, 'marker' | 'unit'>[]): readonly number[] {
  const seen = new Set<string>()
  return values.flatMap((value, index) => {
    const key = keyOf(value)
    if (seen.has(key)) return [index]
    seen.add(key)
    return []
  })
}

export const EnteredAnalysisValues = z.array(EnteredAnalysisValue).check(
  z.maxLength(MAX_ANALYSIS_VALUES),
  z.refine((values) => findRepeatedValues(values).length === 0, {
    error: 'Hay un marcador repetido con la misma unidad',
  }),
)
