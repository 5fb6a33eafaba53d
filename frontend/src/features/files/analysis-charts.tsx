import { scaleLinear, scaleTime } from '@visx/scale'
import { Bar, Circle, LinePath, Polygon } from '@visx/shape'
import type { AnalysisValue } from '#contract/analysis'
import { formatShortCalendarDay } from '../../ui/format.ts'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import type { AnalysisSeries, MarkerOverTime, SeriesPoint } from './analysis-series.ts'
import { type LaboratoryRange, type MeasuredValue, readLaboratoryRange, readMeasuredValue } from './measured-value.ts'
import './analysis-charts.css'

const toRangeText = (range: string | null): string =>
  range ? `Laboratorio: ${range}` : 'El laboratorio no indica intervalo'

export const AnalysisRanges = ({ values }: { readonly values: readonly AnalysisValue[] }) => (
  <ul className="sheet range-list">
    {values.map((value) => (
      <RangeRow key={`${value.marker} ${value.unit ?? ''}`} value={value} />
    ))}
  </ul>
)

function RangeRow({ value: { marker, value, unit, range } }: { readonly value: AnalysisValue }) {
  const measured = readMeasuredValue(value)
  const limits = readLaboratoryRange(range)
  return (
    <li className="range-row">
      <strong className="range-marker">{marker}</strong>
      <span className="range-value">
        {value} {unit && <span className="range-unit">{unit}</span>}
      </span>
      <span className="range-limits">{toRangeText(range)}</span>
      {measured && limits && <RangeBar measured={measured} limits={limits} />}
    </li>
  )
}

const MIDDLE = 12

/** Margin at both ends, in percent of the bar's width; the mark does not scale with the bar. */
const EDGE = 4

/** Leaves room on both sides of the range, so that values outside it are still on the bar. */
function computeDomain({ low, high }: LaboratoryRange, number: number): [number, number] {
  const width = low !== null && high !== null ? high - low : Math.abs(high ?? low ?? 0) || 1
  const from = low === null ? Math.min(0, number) : Math.min(low - width / 2, number)
  const to = Math.max((high ?? (low ?? 0) + width) + width / 2, number)
  return [from < 0 && Math.min(low ?? 0, number) >= 0 ? 0 : from, to]
}

/** Hidden from screen readers: the row says the same in words. */
function RangeBar({ measured, limits }: { readonly measured: MeasuredValue; readonly limits: LaboratoryRange }) {
  const x = scaleLinear<number>({ domain: computeDomain(limits, measured.number), range: [EDGE, 100 - EDGE] })
  const from = limits.low === null ? 0 : x(limits.low)
  const to = limits.high === null ? 100 : x(limits.high)
  return (
    <svg className="range-bar" aria-hidden="true">
      <Bar className="range-track" x={0} y={MIDDLE - 3} width="100%" height={6} rx={3} />
      <Bar className="range-band" x={`${from}%`} y={MIDDLE - 3} width={`${to - from}%`} height={6} rx={3} />
      <svg className="range-place" x={`${x(measured.number)}%`} y={MIDDLE}>
        <Mark x={0} y={0} bound={measured.bound} />
      </svg>
    </svg>
  )
}

/** An arrow if the laboratory printed a bound: the value lies somewhere on that side. */
function Mark({ x, y, bound }: { readonly x: number; readonly y: number; readonly bound: MeasuredValue['bound'] }) {
  if (bound === null) return <Circle className="chart-mark" cx={x} cy={y} r={6} />
  const tip = bound === 'above' ? 9 : -9
  const points: [number, number][] = [
    [x, y - 7],
    [x + tip, y],
    [x, y + 7],
  ]
  return <Polygon className="chart-mark" points={points} />
}

const conjunction = new Intl.ListFormat('es-ES')

/** One chart for each laboratory, method and unit, because their values are not comparable. */
export const AnalysisLines = ({ marker, series, differences }: MarkerOverTime) => (
  <figure className="sheet lines">
    <figcaption className="lines-title">{marker}</figcaption>
    <div className="lines-strips">
      {series.map((each) => (
        <SeriesStrip key={`${each.laboratory} ${each.method} ${each.unit ?? ''}`} marker={marker} series={each} />
      ))}
    </div>
    {differences.length > 0 && (
      <p className="lines-reason">
        No van en una misma línea porque cambia{' '}
        {conjunction.format(differences.map((each) => withArticle[each] ?? each))}: esos valores no se pueden comparar
        entre sí.
      </p>
    )}
    <details className="own-analysis-table">
      <summary>Los mismos valores en una tabla</summary>
      <PointsTable marker={marker} series={series} />
    </details>
  </figure>
)

const withArticle: Readonly<Record<string, string>> = {
  laboratorio: 'el laboratorio',
  método: 'el método',
  unidad: 'la unidad',
}

interface TableRow extends SeriesPoint, Pick<AnalysisSeries, 'laboratory' | 'method' | 'unit'> {}

const columns: readonly TableColumn<TableRow>[] = [
  { title: 'Fecha', cell: ({ sampledOn }) => formatShortCalendarDay(sampledOn), whole: true },
  { title: 'Valor', cell: ({ printed }) => printed, figures: true },
  { title: 'Unidad', cell: ({ unit }) => unit ?? 'sin unidad' },
  { title: 'Intervalo', cell: ({ range }) => range ?? 'no lo indica' },
  { title: 'Laboratorio y método', cell: ({ laboratory, method }) => `${laboratory}, ${method}` },
]

const PointsTable = ({ marker, series }: Pick<MarkerOverTime, 'marker' | 'series'>) => (
  <ResponsiveTable
    caption={`${marker} con el tiempo`}
    columns={columns}
    rows={series.flatMap(({ points, ...of }) => points.map((point) => ({ ...of, ...point })))}
    keyOf={({ analysisId, unit }) => `${analysisId} ${unit ?? ''}`}
  />
)

const STRIP = { width: 320, height: 150, side: 40, top: 28, bottom: 44 } as const

/** As wide as a written day: two that are closer would overlap. */
const LABEL_WIDTH = 70

function chooseWritten(places: readonly number[]): readonly number[] {
  const indexes = [...places.keys()].toReversed()
  const [latest = 0, ...between] = indexes
  const written = [latest]
  for (const index of [0, ...between]) {
    const isFree = written.every((other) => Math.abs((places[other] ?? 0) - (places[index] ?? 0)) >= LABEL_WIDTH)
    if (isFree) written.push(index)
  }
  return written
}

type DrawnPoint = SeriesPoint & { readonly measured: MeasuredValue }

const isDrawn = (point: SeriesPoint): point is DrawnPoint => point.measured !== null

/** Runs of consecutive numbers: a bound or a word interrupts the line. */
function splitAtBounds(points: readonly SeriesPoint[]): readonly (readonly DrawnPoint[])[] {
  const parts: DrawnPoint[][] = [[]]
  for (const point of points) {
    if (isDrawn(point) && point.measured.bound === null) parts.at(-1)?.push(point)
    else parts.push([])
  }
  return parts.filter(({ length }) => length > 1)
}

/** Includes the nearest edge of the range only: a wide range would flatten the line. */
function computeHeights(numbers: readonly number[], limits: LaboratoryRange | null): [number, number] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const distance = (edge: number) => Math.max(least - edge, edge - most, 0)
  const edges = [limits?.low, limits?.high].filter((edge): edge is number => typeof edge === 'number')
  const nearest = edges.toSorted((a, b) => distance(a) - distance(b)).slice(0, 1)
  const [from, to] = [Math.min(least, ...nearest), Math.max(most, ...nearest)]
  const room = (to - from || Math.abs(to) || 1) * 0.3
  return [from - room, to + room]
}

function createScales(points: readonly DrawnPoint[], limits: LaboratoryRange | null) {
  const numbers = points.map(({ measured }) => measured.number)
  const y = scaleLinear<number>({
    domain: computeHeights(numbers, limits),
    range: [STRIP.height - STRIP.bottom, STRIP.top],
    clamp: true,
  })
  const days = points.map(({ sampledOn }) => Date.parse(sampledOn))
  const x = scaleTime<number>({
    domain: [Math.min(...days), Math.max(...days)],
    range: [STRIP.side, STRIP.width - STRIP.side],
  })
  return { x: (day: string): number => (points.length === 1 ? STRIP.width / 2 : x(Date.parse(day))), y }
}

function SeriesStrip({ marker, series }: { readonly marker: string; readonly series: AnalysisSeries }) {
  const { laboratory, method, unit, points } = series
  const name = `${laboratory}, ${method}${unit ? `, ${unit}` : ''}`
  const ranges = new Set(points.map(({ range }) => range))
  const [range = null] = ranges.size === 1 ? ranges : []
  return (
    <div className="lines-strip">
      {points.some(isDrawn) ? (
        <SeriesDrawing label={`${marker}. ${name}: ${toSpokenPoints(points)}`} points={points} range={range} />
      ) : (
        <p className="lines-words">{toSpokenPoints(points)}</p>
      )}
      <p className="lines-name">{name}</p>
      <p className="lines-name">
        {ranges.size > 1 ? 'El intervalo del laboratorio ha cambiado: mira la tabla.' : toRangeText(range)}
      </p>
    </div>
  )
}

const toSpokenPoints = (points: readonly SeriesPoint[]): string =>
  points.map(({ printed, sampledOn }) => `${printed} el ${formatShortCalendarDay(sampledOn)}`).join('; ')

interface DrawingProps {
  readonly label: string
  readonly points: readonly SeriesPoint[]
  readonly range: string | null
}

function SeriesDrawing({ label, points, range }: DrawingProps) {
  const drawn = points.filter(isDrawn)
  const limits = readLaboratoryRange(range)
  const { x, y } = createScales(drawn, limits)
  const bottom = STRIP.height - STRIP.bottom
  const written = chooseWritten(drawn.map(({ sampledOn }) => x(sampledOn)))
  const [top, low] = [limits?.high == null ? STRIP.top : y(limits.high), limits?.low == null ? bottom : y(limits.low)]
  return (
    <svg className="lines-drawing" viewBox={`0 0 ${STRIP.width} ${STRIP.height}`} role="img" aria-label={label}>
      {limits && <Bar className="range-band" x={0} y={top} width={STRIP.width} height={Math.max(low - top, 1)} />}
      {splitAtBounds(points).map((part) => (
        <LinePath
          key={part[0]?.analysisId}
          className="chart-line"
          data={[...part]}
          x={({ sampledOn }) => x(sampledOn)}
          y={({ measured }) => y(measured.number)}
        />
      ))}
      {drawn.map((point, index) => (
        <g key={point.analysisId}>
          <Mark x={x(point.sampledOn)} y={y(point.measured.number)} bound={point.measured.bound} />
          {written.includes(index) && (
            <>
              <text className="chart-value" x={x(point.sampledOn)} y={y(point.measured.number) - 12}>
                {point.printed}
              </text>
              <text className="chart-day" x={x(point.sampledOn)} y={STRIP.height - 10}>
                {formatShortCalendarDay(point.sampledOn)}
              </text>
            </>
          )}
        </g>
      ))}
      <Bar className="chart-axis" x={0} y={bottom + 8} width={STRIP.width} height={1} />
    </svg>
  )
}
