import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from '../../drawings/drawing.tsx'
import { CardPage } from '../../ui/card.tsx'
import './payment-result.css'

/** The card on which a visit to the payment page ends, with the drawing of how it ended. */
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

/** What happens next, in its order. The steps are constants: none ever moves. */
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
