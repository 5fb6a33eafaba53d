import { useSearchParams } from 'react-router-dom'
import { type AuditAction, auditActions } from '#contract/audit'
import type { EndpointRequestInput } from '#contract/endpoint'
import { CustomerId, CalendarDay, IpAddress, UserId } from '#contract/value-schemas'
import type { security } from '#contract/security'

export type AuditLogFilter = EndpointRequestInput<typeof security.exportAudit>['query']
type Named = Exclude<keyof AuditLogFilter, 'cursor'>

export const auditFilterQueryParameters: Readonly<Record<Named, string>> = {
  by: 'quien',
  action: 'accion',
  customerId: 'cliente',
  address: 'direccion',
  from: 'desde',
  until: 'hasta',
}

const isAction = (text: string): text is AuditAction => auditActions.some((action) => action === text)
const isGiven = (schema: { safeParse: (text: string) => { success: boolean } }) => (text: string) =>
  schema.safeParse(text).success

const valid: Readonly<Record<Named, (text: string) => boolean>> = {
  by: isGiven(UserId),
  action: isAction,
  customerId: isGiven(CustomerId),
  address: isGiven(IpAddress),
  from: isGiven(CalendarDay),
  until: isGiven(CalendarDay),
}

export function useAuditLogFilter() {
  const [address, setAddress] = useSearchParams()
  const entries = (Object.keys(auditFilterQueryParameters) as Named[]).flatMap((name) => {
    const text = address.get(auditFilterQueryParameters[name])
    return text && valid[name](text) ? [[name, text]] : []
  })
  const change = (name: Named, text: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (text) after.set(auditFilterQueryParameters[name], text)
        else after.delete(auditFilterQueryParameters[name])
        return after
      },
      { replace: true },
    )
  const clear = () =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of Object.values(auditFilterQueryParameters)) after.delete(name)
        return after
      },
      { replace: true },
    )
  return { filter: Object.fromEntries(entries) as AuditLogFilter, change, clear, any: entries.length > 0 }
}
