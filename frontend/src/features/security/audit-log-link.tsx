import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { scrollToCard } from './scroll-to-card.ts'
import { type AuditLogFilter, auditFilterQueryParameters } from './use-audit-log-filter.ts'

export const AUDIT_LOG_TITLE_ID = 'audit-title'

interface AuditLinkProps {
  readonly filter: Omit<AuditLogFilter, 'cursor'>
  readonly children: ReactNode
}

export const AuditLogLink = ({ filter, children }: AuditLinkProps) => (
  <Link to={{ pathname: '/admin', search: searchOf(filter) }} onClick={() => scrollToCard(AUDIT_LOG_TITLE_ID)}>
    {children}
  </Link>
)

const searchOf = (filter: AuditLinkProps['filter']): string =>
  new URLSearchParams([
    ['tab', 'security'],
    ...Object.entries(filter).map(([name, value]) => [
      auditFilterQueryParameters[name as keyof typeof filter],
      `${value}`,
    ]),
  ]).toString()
