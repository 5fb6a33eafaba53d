import { analysisFields, analysisValueFields } from '#contract/analysis'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { getObjectKeys } from '#contract/record-fields'
import type { ValueTexts } from './analysis-csv.ts'
import { toFormTextValues } from '../../ui/form-text-values.ts'

/** `key` identifies a row of the grid while it is moved and edited. */
export interface ValueRow extends ValueTexts {
  readonly key: number
}

export interface AnalysisTexts extends Record<keyof typeof analysisFields, string> {
  analysisId: string
  values: readonly ValueRow[]
}

export const isEmptyRow = (row: ValueTexts): boolean =>
  getObjectKeys(analysisValueFields).every((key) => row[key].trim() === '')

export const emptyValueTexts: ValueTexts = toFormTextValues(analysisValueFields)

export const withKeys = (rows: readonly ValueTexts[], from: number): readonly ValueRow[] =>
  rows.map((row, index) => ({ ...row, key: from + index }))

export const nextKey = (rows: readonly ValueRow[]): number => Math.max(0, ...rows.map(({ key }) => key)) + 1

export function toAnalysisTexts(stored: CustomerAnalysis | undefined): AnalysisTexts {
  const values = stored?.values.map((value) => toFormTextValues(analysisValueFields, value)) ?? []
  return {
    ...toFormTextValues(analysisFields, stored),
    analysisId: stored?.analysisId ?? '',
    values: withKeys(values.length > 0 ? values : [emptyValueTexts], 1),
  }
}
