import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { RefusedMailStatus } from '#contract/mail-statuses'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

const texts: Readonly<Record<RefusedMailStatus, string>> = {
  bounced: 'Devuelve nuestros correos',
  complained: 'Marcó nuestro correo como no deseado',
  suppressed: 'Ya no recibe nuestros correos',
}

export function AddressRefusalNote({ customerId }: { readonly customerId: string }) {
  const { data } = useQuery({
    ...endpointQueryOptions(apiContract.notifications.addressRefusal, { params: { customerId } }),
    retry: false,
  })
  if (!data?.refusal) return null
  const { status, at } = data.refusal
  return (
    <>
      {' '}
      <StatusBadge good={false}>{`${texts[status]} desde el ${formatInstantAsShortDay(at)}`}</StatusBadge>
    </>
  )
}
