import type { ReactNode } from 'react'
import { VilliBackground } from './villi-background.tsx'
import './card.css'

export const CardPageLayout = ({
  wide = false,
  children,
}: {
  readonly wide?: boolean
  readonly children: ReactNode
}) => (
  <div className="card-page">
    <div className={wide ? 'card card-wide' : 'card'}>{children}</div>
    <VilliBackground />
  </div>
)
