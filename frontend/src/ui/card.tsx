import type { ReactNode } from 'react'
import { Villi } from './villi.tsx'
import './card.css'

export const CardPage = ({ wide = false, children }: { readonly wide?: boolean; readonly children: ReactNode }) => (
  <div className="card-page">
    <div className={wide ? 'card card-wide' : 'card'}>{children}</div>
    <Villi />
  </div>
)
