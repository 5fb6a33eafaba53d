import type { ReactNode } from 'react'
import { DrawingImage, type DecorativeDrawingName } from '../../drawings/drawing.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import './payment-result.css'

export const PaymentResultCard = ({
  drawing,
  children,
}: {
  readonly drawing?: DecorativeDrawingName
  readonly children: ReactNode
}) => (
  <CardPageLayout wide>
    {drawing && <DrawingImage name={drawing} className="result-drawing" eager />}
    {children}
  </CardPageLayout>
)

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
