import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import './back-link.css'
import { Link } from './link.tsx'

export const BackLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <Link to={to} className="back-link">
    <ArrowLeft size={18} aria-hidden="true" />
    {children}
  </Link>
)
