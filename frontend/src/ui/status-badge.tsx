import type { ReactNode } from 'react'
import './status-badge.css'

export const StatusBadge = ({ good, children }: { readonly good: boolean; readonly children: ReactNode }) => (
  <span className={good ? 'status-badge status-badge-good' : 'status-badge'}>{children}</span>
)
