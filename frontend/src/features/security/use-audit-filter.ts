import { useSearchParams } from 'react-router-dom'
import { type AuditAction, auditActions } from '#contract/audit'
import type { RequestInput } from '#contract/endpoint'
import { CustomerId, Day, IpAddress, UserId } from '#contract/values'
import type { security } from '#contract/security'

export type AuditFilter = RequestInput<typeof security.exportAudit>['query']
type Named = Exclude<keyof AuditFilter, 'cursor'>

/** URL parameters of the filters, so that a view can be bookmarked and shared. */
export const auditFilterNames: Readonly<Record<Named, string>> = {
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

/** Invalid URL parameters are ignored. */
const valid: Readonly<Record<Named, (text: string) => boolean>> = {
  by: isGiven(UserId),
  action: isAction,
  customerId: isGiven(CustomerId),
  address: isGiven(IpAddress),
  from: isGiven(Day),
  until: isGiven(Day),
}

export function useAuditFilter() {
  const [address, setAddress] = useSearchParams()
  const entries = (Object.keys(auditFilterNames) as Named[]).flatMap((name) => {
    const text = address.get(auditFilterNames[name])
    return text && valid[name](text) ? [[name, text]] : []
  })
  const change = (name: Named, text: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (text) after.set(auditFilterNames[name], text)
        else after.delete(auditFilterNames[name])
        return after
      },
      { replace: true },
    )
  const clear = () =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of Object.values(auditFilterNames)) after.delete(name)
        return after
      },
      { replace: true },
    )
  return { filter: Object.fromEntries(entries) as AuditFilter, change, clear, any: entries.length > 0 }
}
