import { formatInteger } from './format.ts'
import './counters.css'

interface CountersProps {
  readonly counts: readonly { readonly text: string; readonly count: number | undefined }[]
}

export const CounterList = ({ counts }: CountersProps) => (
  <dl className="counters">
    {counts.map(({ text, count }) => (
      <div key={text} className="counter">
        <dt>{text}</dt>
        <dd>{count === undefined ? '–' : formatInteger(count)}</dd>
      </div>
    ))}
  </dl>
)
