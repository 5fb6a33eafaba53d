import { type AnalysisValue, toComparableText, toComparableUnit } from '#contract/analysis'
import type { OwnAnalysis } from '#contract/analysis-endpoints'
import { type MeasuredValue, readMeasuredValue } from './measured-value.ts'

export interface SeriesPoint {
  readonly analysisId: string
  readonly sampledOn: string
  readonly printed: string
  readonly range: string | null
  readonly measured: MeasuredValue | null
}

export interface AnalysisSeries {
  readonly laboratory: string
  readonly method: string
  readonly unit: string | null
  readonly points: readonly SeriesPoint[]
}

type Content = Pick<OwnAnalysis, 'analysisId' | 'sampledOn' | 'laboratory' | 'method' | 'values'>

export interface MarkerOverTime {
  readonly marker: string
  readonly series: readonly AnalysisSeries[]
  readonly differences: readonly string[]
}

const isMarker = (marker: string) => (value: AnalysisValue) =>
  toComparableText(value.marker) === toComparableText(marker)

const seriesKey = ({ laboratory, method }: Content, { unit }: AnalysisValue): string =>
  JSON.stringify([toComparableText(laboratory), toComparableText(method), toComparableUnit(unit)])

const latestOf = ({ points }: AnalysisSeries): string => points.at(-1)?.sampledOn ?? ''

function collectSeries(marker: string, analyses: readonly Content[]): readonly AnalysisSeries[] {
  const found = new Map<string, AnalysisSeries>()
  for (const analysis of analyses.toSorted((a, b) => a.sampledOn.localeCompare(b.sampledOn)))
    for (const value of analysis.values.filter(isMarker(marker))) {
      const key = seriesKey(analysis, value)
      const { laboratory, method, analysisId, sampledOn } = analysis
      const before = found.get(key) ?? { laboratory, method, unit: value.unit, points: [] }
      const point = { analysisId, sampledOn, printed: value.value, range: value.range }
      found.set(key, {
        ...before,
        points: [...before.points, { ...point, measured: readMeasuredValue(value.value) }],
      })
    }
  return [...found.values()].toSorted((a, b) => latestOf(b).localeCompare(latestOf(a)))
}

const differs = (texts: readonly string[]): boolean => new Set(texts).size > 1

function findDifferences(series: readonly AnalysisSeries[]): readonly string[] {
  return [
    ...(differs(series.map(({ laboratory }) => toComparableText(laboratory))) ? ['laboratorio'] : []),
    ...(differs(series.map(({ method }) => toComparableText(method))) ? ['método'] : []),
    ...(differs(series.map(({ unit }) => toComparableUnit(unit))) ? ['unidad'] : []),
  ]
}

export function collectMarkersOverTime({ values }: Content, analyses: readonly Content[]): readonly MarkerOverTime[] {
  const markers = new Map(values.map(({ marker }) => [toComparableText(marker), marker]))
  return [...markers.values()].flatMap((marker) => {
    const series = collectSeries(marker, analyses)
    const isRepeated = series.reduce((sum, { points }) => sum + points.length, 0) > 1
    return isRepeated ? [{ marker, series, differences: findDifferences(series) }] : []
  })
}
