import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { read } from '../api/query.ts'
import { Counters } from '../ui/counters.tsx'
import './stat-cards.css'

export function StatCards() {
  const { data } = useQuery(read(api.customers.counts, {}))
  return (
    <div className="stat-cards">
      <Counters
        counts={[
          { text: 'Total Usuarios', count: data?.users },
          { text: 'Total Clientes', count: data?.clients },
        ]}
      />
    </div>
  )
}
