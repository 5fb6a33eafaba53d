import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInteger } from '../../ui/format.ts'

export const useSupplementAdherence = (customerId: string) =>
  useQuery(endpointQueryOptions(apiContract.supplements.adherence, { params: { customerId } }))

export const toPercent = ({ taken, due }: { readonly taken: number; readonly due: number }): string =>
  formatInteger(Math.round((100 * taken) / due))

export function SupplementAdherence({ customerId }: { readonly customerId: string }) {
  const { data } = useSupplementAdherence(customerId)
  if (!data || data.due === 0) return null
  return (
    <p>
      Últimos 30 días: {formatInteger(data.taken)} de {formatInteger(data.due)} tomas marcadas ({toPercent(data)} %).
    </p>
  )
}
