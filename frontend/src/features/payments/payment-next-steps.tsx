import type { ReactNode } from 'react'
import './payment-result.css'

interface NextStepsProps {
  readonly title: string
  readonly steps: readonly ReactNode[]
}

/** Steps are constants, so their order can serve as key. */
export const PaymentNextSteps = ({ title, steps }: NextStepsProps) => (
  <>
    <h2 className="result-heading">{title}</h2>
    <ol className="result-steps">
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{step}</li>
      ))}
    </ol>
  </>
)
