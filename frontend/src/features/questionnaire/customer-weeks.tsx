import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiContract } from '#contract/api'
import type { CustomerCheckIn } from '#contract/check-in'
import { endpointMutationOptions, endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Card, CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { WeekChart } from './week-chart.tsx'
import { WeekNotes } from './week-notes.tsx'
import './check-in.css'

const { listCheckInsOfCustomer, seeCheckIn } = apiContract.questionnaire

interface CustomerWeeksProps {
  readonly customerId: string
}

export const CustomerWeeksCard = ({ customerId }: CustomerWeeksProps) => (
  <Card id="customer-weeks-title" title="Cómo le va cada semana">
    <CustomerWeeks customerId={customerId} />
  </Card>
)

export function CustomerWeeks({ customerId }: CustomerWeeksProps) {
  const today = usePracticeToday()
  const params = { customerId }
  const { data, error, isPending, refetch } = useQuery(endpointQueryOptions(listCheckInsOfCustomer, { params }))
  const doses = useQuery(endpointQueryOptions(apiContract.supplements.listWeeksOfCustomer, { params }))
  useSeen(customerId, data?.items[0])
  if (isPending) return <CardLoading text="Cargando semanas..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  if (data.items.length === 0)
    return (
      <CardEmpty>
        <p>Todavía no ha contado ninguna semana.</p>
      </CardEmpty>
    )
  return (
    <>
      <WeekChart today={today} checkIns={data.items} doses={doses.data?.items} />
      <WeekNotes checkIns={data.items} title="Lo que cuenta" />
    </>
  )
}

/** Sent once per shown answer. If it fails, the answer counts as new again at the next visit. */
function useSeen(customerId: string, latest: CustomerCheckIn | undefined): void {
  const queries = useQueryClient()
  const noted = useRef<string>(undefined)
  const { mutate } = useMutation({
    ...endpointMutationOptions(seeCheckIn),
    onSuccess: () => invalidateEndpoints(queries, apiContract.customers.listTasks),
  })
  const { week, answeredAt, seenAt } = latest ?? {}
  useEffect(() => {
    if (!week || !answeredAt || seenAt || noted.current === answeredAt) return
    noted.current = answeredAt
    mutate({ params: { customerId }, body: { week, answeredAt } })
  }, [customerId, week, answeredAt, seenAt, mutate])
}
