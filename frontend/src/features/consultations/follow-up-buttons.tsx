import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mondayOf } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { weekHoldsQuery, weekQuery } from './agenda-queries.ts'
import { computeFollowUpDay, findFollowUp, type FollowUpProposal, followUpWeeks } from './follow-up.ts'
import { openingHoursQuery } from './use-opening-hours-form.ts'
import './agenda-planner.css'

interface FollowUpProps {
  readonly consultation: Consultation
  readonly offer: (followUp: FollowUpProposal, consultation: Consultation) => void
}

export function FollowUpButtons({ consultation, offer }: FollowUpProps) {
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (weeks: number) => {
      const monday = mondayOf(computeFollowUpDay(consultation, weeks))
      const [{ openingHours: hours }, { items: consultations }, { items: holds }] = await Promise.all([
        queries.fetchQuery(openingHoursQuery),
        queries.fetchQuery({ ...weekQuery(monday), staleTime: 0 }),
        queries.fetchQuery({ ...weekHoldsQuery(monday), staleTime: 0 }),
      ])
      return findFollowUp({ consultation, weeks, hours, consultations, holds, now: getServerNow() })
    },
    onError: (error) => showNotice.failure('No se han podido mirar las horas libres', toErrorMessage(error)),
  })
  const { customerName } = consultation
  return (
    <div className="agenda-follow-up" role="group" aria-label={`Siguiente consulta de ${customerName}`}>
      <span>Siguiente:</span>
      {followUpWeeks.map((weeks) => (
        <Button
          key={weeks}
          variant="secondary"
          size="small"
          busy={isPending && variables === weeks}
          onClick={() => mutate(weeks, { onSuccess: (followUp) => offer(followUp, consultation) })}
        >
          en {weeks} semanas
        </Button>
      ))}
    </div>
  )
}
