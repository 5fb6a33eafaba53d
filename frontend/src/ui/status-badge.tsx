import { Badge } from '@aws-amplify/ui-react'
import type { ReactNode } from 'react'

/** A state in one word: all is well, or look here. */
export const StatusBadge = ({ good, children }: { readonly good: boolean; readonly children: ReactNode }) => (
  <Badge variation={good ? 'success' : 'warning'}>{children}</Badge>
)
