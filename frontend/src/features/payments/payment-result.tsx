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
