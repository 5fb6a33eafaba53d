import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { goToCard } from './go-to-card.ts'
import { type AuditFilter, auditFilterNames } from './use-audit-filter.ts'

export const AUDIT_TITLE = 'audit-title'

interface AuditLinkProps {
  readonly filter: Omit<AuditFilter, 'cursor'>
  readonly children: ReactNode
}

export const AuditLink = ({ filter, children }: AuditLinkProps) => (
  <Link to={{ pathname: '/admin', search: searchOf(filter) }} onClick={() => goToCard(AUDIT_TITLE)}>
    {children}
  </Link>
)

const searchOf = (filter: AuditLinkProps['filter']): string =>
  new URLSearchParams([
    ['tab', 'security'],
    ...Object.entries(filter).map(([name, value]) => [auditFilterNames[name as keyof typeof filter], `${value}`]),
  ]).toString()
