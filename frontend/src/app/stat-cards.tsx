import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { CounterList } from '../ui/counter-list.tsx'
import './stat-cards.css'

export function PracticeStatCards() {
  const { data } = useQuery(endpointQueryOptions(apiContract.customers.counts, {}))
  return (
    <div className="stat-cards">
      <CounterList
        counts={[
          { text: 'Total Usuarios', count: data?.users },
          { text: 'Total Clientes', count: data?.clients },
        ]}
      />
    </div>
  )
}
