import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../../drawings/drawing.tsx'
import { CardPage } from '../../ui/card.tsx'
import './payment-result.css'

export const PaymentResult = ({
  drawing,
  children,
}: {
  readonly drawing?: DrawingName
  readonly children: ReactNode
}) => (
  <CardPage wide>
    {drawing && <Drawing name={drawing} className="result-drawing" eager />}
    {children}
  </CardPage>
)

interface NextStepsProps {
  readonly title: string
  readonly steps: readonly ReactNode[]
}

/** The steps are constants, so their order can serve as key. */
export const NextSteps = ({ title, steps }: NextStepsProps) => (
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
