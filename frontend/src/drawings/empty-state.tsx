import type { ReactNode } from 'react'
import { DrawingImage } from './drawing.tsx'
import type { EmptyStateDrawingName } from './index.ts'

interface EmptyStateProps {
  readonly drawing: EmptyStateDrawingName
  readonly children: ReactNode
}

/** What stands where a list has nothing: its drawing above the words. */
export const EmptyState = ({ drawing, children }: EmptyStateProps) => (
  <>
    <DrawingImage name={drawing} className="drawing-empty" />
    {children}
  </>
)
