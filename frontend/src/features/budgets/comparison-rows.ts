import type { PublishedBudgetOption } from '#contract/budget-option'
import { consultationTypeLabels } from '#contract/status-labels'
import {
  formatAnalyses,
  formatConsultations,
  formatMonths,
  formatOptionCount,
  formatWaysToPay,
} from './budget-words.ts'

export interface ComparisonRow {
  readonly label: string
  /** One per option: a text, or whether it is included. */
  readonly values: readonly (string | boolean)[]
}

interface Comparison {
  /** Rows in which the options differ, and how to pay; all rows of a single option. */
  readonly rows: readonly ComparisonRow[]
  readonly inAll: readonly string[]
  readonly inNone: readonly string[]
  /** Exclusions that some options name and no option includes: others may cover them by another service. */
  readonly inSome: readonly Exclusion[]
}

interface Exclusion {
  readonly optionId: number
  readonly title: string
  readonly lines: readonly string[]
}

const isSame = ({ values }: ComparisonRow): boolean => values.every((value) => value === values[0])

interface CountedRow {
  readonly label: string
  readonly counts: readonly number[]
  readonly inWords: string
}

function toCountedRows(options: readonly PublishedBudgetOption[]): readonly CountedRow[] {
  const [first] = options
  if (!first) return []
  const kinds = new Set(options.map(({ consultations: { type, durationMinutes } }) => `${type} ${durationMinutes}`))
  const consultations =
    kinds.size === 1
      ? [
          {
            label: `Consultas de ${first.consultations.durationMinutes} min`,
            counts: options.map((option) => option.consultations.count),
            inWords: formatConsultations(first.consultations),
          },
        ]
      : []
  return [
    ...consultations,
    {
      label: 'Analíticas',
      counts: options.map(({ analyses }) => analyses.count),
      inWords: formatAnalyses(first.analyses.count),
    },
  ].filter(({ counts }) => counts.some((count) => count > 0))
}

/** Only if the options differ in more than the number: `2 de 30 min`, with type. */
function toConsultationKinds(options: readonly PublishedBudgetOption[]): ComparisonRow | undefined {
  const values = options.map(({ consultations: { count, type, durationMinutes } }) =>
    count === 0 ? false : `${count} de ${durationMinutes} min (${consultationTypeLabels[type].toLowerCase()})`,
  )
  const kinds = new Set(options.map(({ consultations: { type, durationMinutes } }) => `${type} ${durationMinutes}`))
  return kinds.size > 1 ? { label: 'Consultas', values } : undefined
}

const toLineRows = (options: readonly PublishedBudgetOption[]): readonly ComparisonRow[] =>
  [...new Set(options.flatMap(({ includes, excludes }) => [...includes, ...excludes]))].map((label) => ({
    label,
    values: options.map(({ includes }) => includes.includes(label)),
  }))

const isExcludedByAll = (line: string, options: readonly PublishedBudgetOption[]): boolean =>
  options.every(({ excludes }) => excludes.includes(line))

export function compareOptions(options: readonly PublishedBudgetOption[]): Comparison {
  const months = { label: 'Duración', values: options.map((option) => formatMonths(option.months.count)) }
  const kinds = toConsultationKinds(options)
  const counted = toCountedRows(options).map(({ label, counts, inWords }) => ({
    inWords,
    row: { label, values: counts.map((count) => (count === 0 ? false : String(count))) },
  }))
  const lines = toLineRows(options)
  const ways = { label: 'Cómo pagar, sin intereses', values: options.map(({ parts }) => formatWaysToPay(parts)) }
  const rows = [months, ...(kinds ? [kinds] : []), ...counted.map(({ row }) => row), ...lines, ways]
  if (options.length === 1) return { rows, inAll: [], inNone: [], inSome: [] }
  const missing = lines.filter((row) => isSame(row) && row.values[0] === false).map(({ label }) => label)
  const isIncluded = ({ values }: ComparisonRow) => isSame({ label: '', values }) && values[0] === true
  return {
    rows: rows.filter((row) => row === ways || !isSame(row)),
    inAll: [
      ...(isSame(months) ? [String(months.values[0])] : []),
      ...counted.filter(({ row }) => isSame(row)).map(({ inWords }) => inWords),
      ...lines.filter(isIncluded).map(({ label }) => label),
    ],
    inNone: missing.filter((line) => isExcludedByAll(line, options)),
    inSome: options
      .map(({ optionId, title, excludes }) => ({
        optionId,
        title,
        lines: excludes.filter((line) => missing.includes(line) && !isExcludedByAll(line, options)),
      }))
      .filter((each) => each.lines.length > 0),
  }
}

export const formatAllOf = (count: number): string => `Las ${formatOptionCount(count).split(' ')[0]?.toLowerCase()}`
