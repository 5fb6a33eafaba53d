import type { OpenInterval } from '#contract/opening-hours'

const FIRST_MINUTE = 7 * 60
const LAST_MINUTE = 22 * 60

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

interface DayBarProps {
  readonly intervals: readonly OpenInterval[]
  readonly before: readonly OpenInterval[]
}

export function DayBar({ intervals, before }: DayBarProps) {
  const times = [...intervals, ...before].flatMap(({ opensAt, closesAt }) => [toMinutes(opensAt), toMinutes(closesAt)])
  const first = Math.min(FIRST_MINUTE, ...times)
  const length = Math.max(LAST_MINUTE, ...times) - first
  const draw = (className: string) => (interval: OpenInterval) => (
    <rect
      key={`${className} ${interval.opensAt}`}
      className={className}
      x={toMinutes(interval.opensAt) - first}
      width={toMinutes(interval.closesAt) - toMinutes(interval.opensAt)}
      height="100%"
    />
  )
  return (
    <svg className="hours-bar" viewBox={`0 0 ${length} 16`} preserveAspectRatio="none" aria-hidden="true">
      {before.map(draw('hours-bar-before'))}
      {intervals.map(draw('hours-bar-open'))}
    </svg>
  )
}
