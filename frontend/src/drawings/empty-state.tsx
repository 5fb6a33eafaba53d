import type { ReactNode } from 'react'
import { DrawingImage } from './drawing.tsx'
import type { EmptyStateDrawingName } from './index.ts'

interface EmptyStateProps {
  readonly drawing: EmptyStateDrawingName
  readonly children: ReactNode
}

export const EmptyState = ({ drawing, children }: EmptyStateProps) => (
  <>
    <DrawingImage name={drawing} className="drawing-empty" />
    {children}
  </>
)
