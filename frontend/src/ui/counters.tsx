import { formatCount } from './format.ts'
import './counters.css'

interface CountersProps {
  /** Each with what it counts; a number that is not known yet is left open. */
  readonly counts: readonly { readonly text: string; readonly count: number | undefined }[]
}

/** A few numbers at a glance. */
export const Counters = ({ counts }: CountersProps) => (
  <dl className="counters">
    {counts.map(({ text, count }) => (
      <div key={text} className="counter">
        <dt>{text}</dt>
        <dd>{count === undefined ? '–' : formatCount(count)}</dd>
      </div>
    ))}
  </dl>
)
