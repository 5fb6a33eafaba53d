import type { ReactNode } from 'react'
import { addDays, createDayFormatter, daysBetween, mondayOf } from '#contract/calendar-days'
import { type CheckIn, checkInFields, type CheckInItem, checkInItems } from '#contract/check-in'
import { checkInStepLabels } from '#contract/check-in-labels'
import { formatInteger } from '../../ui/format.ts'
import { type TableColumn, ResponsiveTable } from '../../ui/responsive-table.tsx'

/** The doses are counted for the same number of weeks. Fewer are drawn for a client who began later. */
const MAX_WEEKS = 12
const MIN_WEEKS = 6

interface DosesOfWeek {
  readonly week: string
  readonly due: number
  readonly taken: number
}

interface Week {
  readonly week: string
  readonly checkIn: CheckIn | undefined
  readonly doses: DosesOfWeek | undefined
}

interface WeekChartProps {
  readonly today: string
  readonly checkIns: readonly CheckIn[]
  readonly doses: readonly DosesOfWeek[] | undefined
}

const formatDay = createDayFormatter({ day: 'numeric', month: 'short' })

export const formatWeek = (week: string): string => `${formatDay(week)} – ${formatDay(addDays(week, 6))}`

const stepText = (item: CheckInItem, { [item]: step }: CheckIn): string => checkInStepLabels[item][step - 1] ?? ''

const dosesText = ({ doses }: Week): string =>
  doses && doses.due > 0 ? `${formatInteger(doses.taken)} de ${formatInteger(doses.due)}` : ''

export function WeekChart({ today, checkIns, doses }: WeekChartProps) {
  const thisWeek = mondayOf(today)
  const told = [...checkIns, ...(doses ?? []).filter(({ due }) => due > 0)].map(({ week }) => week)
  const first = told.toSorted()[0] ?? thisWeek
  const count = Math.min(MAX_WEEKS, Math.max(MIN_WEEKS, daysBetween(first, thisWeek) / 7 + 1))
  const weeks = Array.from({ length: count }, (_, index): Week => {
    const week = addDays(thisWeek, -7 * (count - 1 - index))
    const isOf = (each: { readonly week: string }) => each.week === week
    return { week, checkIn: checkIns.find(isOf), doses: doses?.find(isOf) }
  })
  const [latest] = checkIns
  return (
    <div className="week-chart">
      <div aria-hidden="true" className="week-chart-rows">
        {checkInItems.map((item) => (
          <Row key={item} name={checkInFields[item].label} last={latest && stepText(item, latest)}>
            <StepLine weeks={weeks} item={item} />
          </Row>
        ))}
        {weeks.some((each) => (each.doses?.due ?? 0) > 0) && (
          <Row name="Tomas" last={weeks.slice(-1).map(dosesText).join('')}>
            <DoseBars weeks={weeks} />
          </Row>
        )}
        <p className="week-chart-axis">
          <span>{formatDay(weeks[0]?.week ?? thisWeek)}</span>
          <span>{formatDay(thisWeek)}</span>
        </p>
      </div>
      <p className="week-chart-key">
        Arriba: ninguna hinchazón, mucha energía, sueño y ánimo muy buenos. Una semana sin contar queda en blanco.
      </p>
      <details className="week-chart-table">
        <summary>Ver como tabla</summary>
        <ResponsiveTable
          caption="Semana a semana"
          columns={columns}
          rows={weeks.filter(({ checkIn, doses: counted }) => checkIn || (counted?.due ?? 0) > 0).toReversed()}
          keyOf={({ week }) => week}
        />
      </details>
    </div>
  )
}

const columns: readonly TableColumn<Week>[] = [
  { title: 'Semana', cell: ({ week }) => formatWeek(week), whole: true },
  ...checkInItems.map((item) => ({
    title: checkInFields[item].label,
    cell: ({ checkIn }: Week) => (checkIn ? stepText(item, checkIn) : 'Sin contar'),
  })),
  { title: 'Tomas', cell: dosesText, figures: true },
]

interface RowProps {
  readonly name: string
  readonly last: string | undefined
  readonly children: ReactNode
}

const Row = ({ name, last, children }: RowProps) => (
  <div className="week-chart-row">
    <span className="week-chart-name">{name}</span>
    {children}
    <span className="week-chart-last">{last}</span>
  </div>
)

const WIDTH = 288
const STEP_HEIGHT = 8
const MARGIN = 5
const height = 4 * STEP_HEIGHT + 2 * MARGIN

const xOf = (index: number, weeks: readonly Week[]): number => (WIDTH * (index + 0.5)) / weeks.length
const yOf = (step: number): number => MARGIN + (5 - step) * STEP_HEIGHT

function StepLine({ weeks, item }: { readonly weeks: readonly Week[]; readonly item: CheckInItem }) {
  const points = weeks.map(({ week, checkIn }, index) => ({
    week,
    x: xOf(index, weeks),
    y: checkIn ? yOf(checkIn[item]) : undefined,
  }))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`}>
      {[1, 3, 5].map((step) => (
        <line key={step} className="week-chart-grid" x1="0" x2={WIDTH} y1={yOf(step)} y2={yOf(step)} />
      ))}
      {points.map(({ week, x, y }, index) => {
        const before = points[index - 1]
        if (y === undefined) return null
        return (
          <g key={week}>
            {before?.y !== undefined && <line className="week-chart-line" x1={before.x} y1={before.y} x2={x} y2={y} />}
            <circle className="week-chart-dot" cx={x} cy={y} r="3.5" />
          </g>
        )
      })}
    </svg>
  )
}

const BAR_WIDTH = 14

const DoseBars = ({ weeks }: { readonly weeks: readonly Week[] }) => (
  <svg viewBox={`0 0 ${WIDTH} ${height}`}>
    <line className="week-chart-grid" x1="0" x2={WIDTH} y1={yOf(1)} y2={yOf(1)} />
    {weeks.map(({ week, doses }, index) => {
      if (!doses || doses.due === 0) return null
      const share = doses.taken / doses.due
      return (
        <rect
          key={week}
          className="week-chart-bar"
          x={xOf(index, weeks) - BAR_WIDTH / 2}
          width={BAR_WIDTH}
          y={yOf(1) - share * 4 * STEP_HEIGHT}
          height={share * 4 * STEP_HEIGHT}
        />
      )
    })}
  </svg>
)
