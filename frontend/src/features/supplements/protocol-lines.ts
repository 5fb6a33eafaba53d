import { type ClientSupplement, clientSupplementFields } from '#contract/client-supplement'
import { type DoseTime, doseTimesByPartOfDay, type doseUnits, sortDistinctDoseTimes } from '#contract/dosing'
import { findDosingContradiction } from '#contract/dosing-contradiction'
import { formatDoseUnit } from '#contract/dosing-text'
import {
  isInForce,
  PrescribedLine,
  type ProtocolLine,
  type ProtocolTemplateLine,
  type PublishProtocol,
  sparseFrequencies,
} from '#contract/protocol'
import { getObjectKeys } from '#contract/record-fields'
import { toFormTextValues } from '../../ui/form-text-values.ts'
import {
  AmountText,
  dosingFormTextFields,
  formatAmountInput,
  PackDosesText,
  parseSpanishNumber,
} from './dosing-form.ts'

export const momentsInOrder: readonly DoseTime[] = doseTimesByPartOfDay.flatMap(
  ({ times }): readonly DoseTime[] => times,
)

type LineTexts = Readonly<Record<keyof typeof dosingFormTextFields, string>>

export interface GridLine extends LineTexts {
  readonly key: string
  readonly name: string
  /** Empty for a new one; several where the amounts differ by moment. */
  readonly clientSupplementIds: readonly string[]
  readonly basedOn: string
  readonly amounts: Readonly<Partial<Record<DoseTime, string>>>
  readonly unit: (typeof doseUnits)[number] | ''
  readonly sparseFrequency: (typeof sparseFrequencies)[number] | ''
  readonly foodRelation: ProtocolLine['foodRelation']
  readonly pattern: ProtocolLine['pattern']
  readonly startDate: string
  readonly endDate: string
  readonly packDoses: string
}

export type LineChange = 'new' | 'changed' | 'ended'

export interface GridRow {
  readonly line: GridLine
  readonly before: GridLine | undefined
  readonly change: LineChange | undefined
  readonly isPaused: boolean
  readonly isOutdated: boolean
  readonly review: string | undefined
}

export interface ProtocolDraft {
  readonly lines: Readonly<Record<string, GridLine>>
  readonly ended: readonly string[]
}

export const emptyProtocolDraft: ProtocolDraft = { lines: {}, ended: [] }

export const createNewLine = (key: string, today: string, given: Partial<GridLine>): GridLine => ({
  key,
  name: '',
  clientSupplementIds: [],
  basedOn: '',
  amounts: {},
  unit: '',
  sparseFrequency: '',
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  ...toFormTextValues(dosingFormTextFields),
  startDate: today,
  endDate: '',
  packDoses: '',
  ...given,
})

/** `cápsula`, `cápsulas`; empty while no unit is chosen. */
export const formatDoseUnitOfLine = ({ unit }: GridLine, amount: string): string =>
  unit === '' ? '' : formatDoseUnit({ amount: parseSpanishNumber(amount), unit })

const isSparse = (frequency: string): frequency is (typeof sparseFrequencies)[number] =>
  (sparseFrequencies as readonly string[]).includes(frequency)

const { amount: _amount, times: _times, ...sharedFields } = clientSupplementFields
const sharedKeys = [...getObjectKeys(sharedFields), 'status'] as const

const isOfLine = ([first]: readonly ClientSupplement[], row: ClientSupplement) =>
  first !== undefined &&
  row.groupId !== null &&
  first.groupId === row.groupId &&
  [first, row].every(({ frequency }) => frequency === '1 vez al día') &&
  sharedKeys.every((key) => first[key] === row[key])

function joinRows(supplements: readonly ClientSupplement[]): readonly (readonly ClientSupplement[])[] {
  const lines: ClientSupplement[][] = []
  for (const row of supplements) {
    const line = lines.find((rows) => isOfLine(rows, row))
    if (line) line.push(row)
    else lines.push([row])
  }
  return lines
}

function toGridLine(rows: readonly ClientSupplement[]): GridLine | undefined {
  const [first] = rows
  if (!first) return undefined
  const amounts = rows.flatMap(({ times, amount }) => times.map((time) => [time, formatAmountInput(amount)] as const))
  return {
    key: first.groupId && rows.length > 1 ? first.groupId : first.clientSupplementId,
    name: first.name,
    clientSupplementIds: rows.map(({ clientSupplementId }) => clientSupplementId),
    basedOn: rows.map(({ clientSupplementId, version }) => `${clientSupplementId} ${version}`).join(),
    amounts: Object.fromEntries(amounts),
    unit: first.unit,
    sparseFrequency: isSparse(first.frequency) ? first.frequency : '',
    foodRelation: first.foodRelation,
    pattern: first.pattern,
    ...toFormTextValues(dosingFormTextFields, first),
    startDate: first.startDate,
    endDate: first.endDate ?? '',
    packDoses: String(first.packDoses ?? ''),
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const filledAmounts = ({ amounts }: GridLine) => momentsInOrder.map((time) => amounts[time]?.trim() ?? '')

const contentOf = ({ key: _key, basedOn: _basedOn, amounts: _amounts, ...line }: GridLine) => line

export const hasSameAmounts = (one: GridLine, other: GridLine): boolean =>
  isSame(filledAmounts(one), filledAmounts(other))

export const isSameLine = (one: GridLine, other: GridLine): boolean =>
  isSame(contentOf(one), contentOf(other)) && hasSameAmounts(one, other)

/** The protocol in force, oldest first, with its draft changes, followed by new lines. */
export function toGridRows(
  supplements: readonly ClientSupplement[],
  { lines, ended }: ProtocolDraft,
  today: string,
): readonly GridRow[] {
  const inForce = joinRows(supplements.filter((each) => isInForce(each, today)).toReversed()).flatMap((rows) => {
    const before = toGridLine(rows)
    if (!before) return []
    // A draft that is older than a field of the contract has none: the stored one stays.
    const line = { ...before, ...lines[before.key] }
    const isChanged = !isSameLine(line, before)
    const review = rows.map((row) => findDosingContradiction(row)?.text).find(Boolean)
    return [
      {
        line,
        before,
        change: ended.includes(before.key) ? ('ended' as const) : isChanged ? ('changed' as const) : undefined,
        isPaused: rows.every(({ status }) => status === 'paused'),
        isOutdated: isChanged && line.basedOn !== before.basedOn,
        review: isChanged ? undefined : review,
      },
    ]
  })
  const added = Object.values(lines)
    .filter(({ clientSupplementIds }) => clientSupplementIds.length === 0)
    .map((line) => ({
      line,
      before: undefined,
      change: 'new' as const,
      isPaused: false,
      isOutdated: false,
      review: undefined,
    }))
  return [...inForce, ...added]
}

export interface LineProblem {
  readonly field: string
  readonly text: string
}

const dosesOf = ({ amounts }: GridLine) =>
  momentsInOrder.flatMap((time) => {
    const text = amounts[time]?.trim()
    return text ? [{ time, text }] : []
  })

/** The result type asks for every field: `parse` takes one that is left out for one that was emptied. */
const toRequest = (line: GridLine): Readonly<Record<keyof PrescribedLine, unknown>> => {
  const { key: _key, clientSupplementIds: _ids, basedOn: _basedOn, amounts: _amounts, ...course } = line
  const packDoses = PackDosesText.safeParse(line.packDoses)
  return {
    ...course,
    doses: dosesOf(line).map(({ time, text }) => ({ time, amount: parseSpanishNumber(text) })),
    sparseFrequency: line.sparseFrequency || null,
    endDate: line.endDate || null,
    packDoses: packDoses.success ? packDoses.data : Number.NaN,
  }
}

const isPackOfDifferentAmounts = (line: GridLine): boolean =>
  line.packDoses.trim() !== '' &&
  line.sparseFrequency === '' &&
  new Set(dosesOf(line).map(({ text }) => parseSpanishNumber(text))).size > 1

export function findLineProblem(line: GridLine): LineProblem | undefined {
  for (const { time, text } of dosesOf(line)) {
    const issue = AmountText.safeParse(text).error?.issues[0]
    if (issue) return { field: time, text: issue.message }
  }
  if (line.unit === '') return { field: 'unit', text: 'Elige la unidad' }
  const pack = PackDosesText.safeParse(line.packDoses).error?.issues[0]
  if (pack) return { field: 'packDoses', text: pack.message }
  if (isPackOfDifferentAmounts(line))
    return { field: 'packDoses', text: 'Con una cantidad distinta en cada momento no se sabe cuánto dura el envase' }
  const issue = PrescribedLine.safeParse(toRequest(line)).error?.issues[0]
  return issue && { field: String(issue.path[0] ?? 'doses'), text: issue.message }
}

export function toPlannedLine(line: GridLine): PrescribedLine | undefined {
  return findLineProblem(line) ? undefined : PrescribedLine.parse(toRequest(line))
}

export const countDailyDoses = ({ amounts, sparseFrequency }: GridLine, time: DoseTime): number => {
  const filled = sortDistinctDoseTimes(momentsInOrder.filter((each) => amounts[each]?.trim()))
  return sparseFrequency === '' && filled.includes(time) ? 1 : 0
}

interface Publishing {
  readonly rows: readonly GridRow[]
  readonly supplements: readonly ClientSupplement[]
  readonly today: string
  readonly requestId: string
}

const parseRow = ({ line }: GridRow) => PrescribedLine.parse(toRequest(line))

/** Compared with the newest state that this page has loaded: after a refusal the grid shows the others' changes. */
export function toPublishBody({ rows, supplements, today, requestId }: Publishing): PublishProtocol {
  const changed = rows.filter(({ change }) => change === 'changed')
  return {
    requestId,
    seen: supplements
      .filter((each) => isInForce(each, today))
      .map(({ clientSupplementId, version }) => ({ clientSupplementId, version })),
    prescribe: rows.filter(({ change }) => change === 'new').map(parseRow),
    change: changed.map((row) => {
      const { name: _name, ...course } = parseRow(row)
      return { ...course, clientSupplementIds: [...(row.before?.clientSupplementIds ?? [])] }
    }),
    finish: rows.filter(({ change }) => change === 'ended').flatMap(({ before }) => before?.clientSupplementIds ?? []),
  }
}

const listLinesOfTemplate = (rows: readonly GridRow[]) =>
  rows.filter(({ change }) => change !== 'ended').map(({ line }) => line)

/** A stored line may predate the rules. A template holds no number of doses in a pack. */
export function findTemplateProblem(rows: readonly GridRow[]): string | undefined {
  const problems = listLinesOfTemplate(rows).flatMap((line) => {
    const problem = findLineProblem({ ...line, packDoses: '' })
    return problem ? [`${line.name}: ${problem.text}`] : []
  })
  return problems[0]
}

/** @throws where `findTemplateProblem` finds one */
export const toTemplateLines = (rows: readonly GridRow[]) =>
  listLinesOfTemplate(rows).map((line) => {
    const { name, unit, doses, sparseFrequency, foodRelation, pattern } = PrescribedLine.parse(toRequest(line))
    return { name, unit, doses, sparseFrequency, foodRelation, pattern }
  })

export const fromTemplateLine = (
  { doses, sparseFrequency, ...line }: ProtocolTemplateLine,
  key: string,
  today: string,
): GridLine =>
  createNewLine(key, today, {
    ...line,
    amounts: Object.fromEntries(doses.map(({ time, amount }) => [time, formatAmountInput(amount)])),
    sparseFrequency: sparseFrequency ?? '',
  })
