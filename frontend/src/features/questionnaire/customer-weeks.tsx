import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { apiContract } from '#contract/api'
import { endpointMutationOptions, endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Card, CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { useScrolledTo } from '../../ui/use-scrolled-to.ts'
import { WeekChart } from './week-chart.tsx'
import { WeekNotes } from './week-notes.tsx'
import './check-in.css'

const { listCheckInsOfCustomer, seeCheckIn } = apiContract.questionnaire

interface CustomerWeeksProps {
  readonly customerId: string
}

export function CustomerWeeksCard({ customerId }: CustomerWeeksProps) {
  const read = useMarkLatestWeekSeen(customerId)
  useEffect(read)
  return (
    <Card id="customer-weeks-title" title="Cómo le va cada semana">
      <CustomerWeeks customerId={customerId} />
    </Card>
  )
}

export function CustomerWeeks({ customerId }: CustomerWeeksProps) {
  const today = usePracticeToday()
  const params = { customerId }
  const { data, error, isPending, refetch } = useCheckIns(customerId)
  const doses = useQuery(endpointQueryOptions(apiContract.supplements.listWeeksOfCustomer, { params }))
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

const useCheckIns = (customerId: string) =>
  useQuery(endpointQueryOptions(listCheckInsOfCustomer, { params: { customerId } }))

/** Beside the notes: read when somebody scrolls to `part`, or by `read`, and not by loading the page. */
export function useMarkWeeksReadOnScroll(customerId: string, part: RefObject<Element | null>): { read: () => void } {
  const read = useMarkLatestWeekSeen(customerId)
  useScrolledTo(part, read)
  return { read }
}

/** Sent once per answer. If it fails, the answer counts as new again at the next visit. */
function useMarkLatestWeekSeen(customerId: string): () => void {
  const queries = useQueryClient()
  const noted = useRef<string>(undefined)
  const { data } = useCheckIns(customerId)
  const { mutate } = useMutation({
    ...endpointMutationOptions(seeCheckIn),
    onSuccess: () => invalidateEndpoints(queries, apiContract.customers.listTasks),
  })
  const { week, answeredAt, seenAt } = data?.items[0] ?? {}
  return () => {
    if (!week || !answeredAt || seenAt || noted.current === answeredAt) return
    noted.current = answeredAt
    mutate({ params: { customerId }, body: { week, answeredAt } })
  }
}
