import { useState } from 'react'
import { instantToWallTime } from '#contract/calendar-days'
import type { Consultation, OrderToSchedule } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { Button } from '../../ui/button.tsx'
import type { MenuAction } from '../../ui/actions-menu.tsx'
import type { Task, TaskSource } from '../../ui/task-list.tsx'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'
import {
  AdminConsultationDialog,
  ConfirmRequestDialog,
  ConsultationStatusDialog,
  PickProposalsDialog,
} from './lazy-dialogs.ts'
import { ConfirmHour } from './confirm-hour.tsx'
import { useConsultationRequests, useConsultationsToClose, useOrdersToSchedule } from './agenda-queries.ts'
import { useProposeHours } from './propose-hours.tsx'
import { toConsultationPathParams, useAdminConsultationMutations } from './use-admin-consultation-mutations.ts'

interface PagedQuery<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
}

const toSource = <Item,>(
  { data, isPending, error, refetch, hasNextPage }: PagedQuery<Item>,
  toTasks: (items: readonly Item[]) => readonly Task[],
): TaskSource => ({
  tasks: toTasks(data?.pages.flatMap(({ items }) => items) ?? []),
  isPending,
  error,
  refetch,
  hasMore: hasNextPage,
})

const formatHour = (instant: string): string => `${formatShortWeekdayDate(instant)}, ${formatTime(instant)}`

type Asked =
  | { readonly what: 'schedule' | 'pick'; readonly order: OrderToSchedule }
  | { readonly what: 'confirm' | 'outcome'; readonly consultation: Consultation }

export function useConsultationTaskDialog() {
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  return {
    ask,
    dialog: asked && (
      <>
        {asked.what === 'schedule' && <AdminConsultationDialog order={asked.order} close={close} />}
        {asked.what === 'pick' && <PickProposalsDialog order={asked.order} close={close} />}
        {asked.what === 'confirm' && <ConfirmRequestDialog consultation={asked.consultation} close={close} />}
        {asked.what === 'outcome' && (
          <ConsultationStatusDialog consultation={asked.consultation} initial="completed" close={close} />
        )}
      </>
    ),
  }
}

export const useConsultationsToCloseTasks = (today: string, ask: (asked: Asked) => void): TaskSource =>
  toSource(useConsultationsToClose(today), (consultations) =>
    consultations.map((consultation) => ({
      id: consultation.consultationId,
      kind: 'Cerrar la consulta',
      person: consultation.customerName,
      to: `/client/${consultation.customerId}?tab=consultations`,
      fact: `${consultationTypeLabels[consultation.type]}, ${formatHour(consultation.startsAt)}`,
      at: { since: consultation.startsAt },
      isForToday: true,
      action: <CompleteButton consultation={consultation} />,
      others: [{ text: 'Otro resultado', run: () => ask({ what: 'outcome', consultation }) }],
    })),
  )

function CompleteButton({ consultation }: { readonly consultation: Consultation }) {
  const { setStatus } = useAdminConsultationMutations(() => undefined)
  const { version, customerName } = consultation
  const complete = () =>
    setStatus.mutate({ params: toConsultationPathParams(consultation), body: { status: 'completed', version } })
  return (
    <Button variant="plain" size="small" busy={setStatus.isPending} onClick={complete}>
      Marcar completada<span className="visually-hidden">: {customerName}</span>
    </Button>
  )
}

export const useConsultationRequestTasks = (today: string, ask: (asked: Asked) => void): TaskSource =>
  toSource(useConsultationRequests(), (consultations) =>
    consultations.map((consultation) => ({
      id: consultation.consultationId,
      kind: 'Confirmar hora',
      person: consultation.customerName,
      to: `/client/${consultation.customerId}?tab=consultations`,
      fact: `pide el ${formatHour(consultation.startsAt)}`,
      at: { deadline: consultation.lapsesAt ?? consultation.startsAt },
      isForToday: instantToWallTime(consultation.lapsesAt ?? consultation.startsAt).day <= today,
      action: (
        <ConfirmHour variant="plain" consultation={consultation} ask={(what) => ask({ what, consultation })}>
          Confirmar<span className="visually-hidden"> la hora de {consultation.customerName}</span>
        </ConfirmHour>
      ),
    })),
  )

const isClientsTurn = ({ proposals }: OrderToSchedule): boolean => proposals?.state === 'sent'

export const useOrderToScheduleTasks = (ask: (asked: Asked) => void): TaskSource =>
  toSource(useOrdersToSchedule(), (orders) =>
    orders.map((order) => ({
      id: order.orderId,
      kind: 'Pago sin fecha',
      person: order.customerName,
      to: `/client/${order.customerId}?tab=payments`,
      fact: factOf(order),
      at: { since: order.paidAt },
      isForToday: !isClientsTurn(order),
      waitsForOthers: isClientsTurn(order),
      action: order.canPropose ? <ProposeButton order={order} /> : <ScheduleButton order={order} ask={ask} />,
      ...(order.canPropose && { others: toOrderActions(order, ask) }),
    })),
  )

function factOf({ concept, paidAt, proposals, emailUnproven }: OrderToSchedule): string {
  // The catalogue gives length and place in brackets.
  const words = [`pagado el ${formatShortWeekdayDate(paidAt)}`, concept.replace(/ \(.*/, '')]
  if (emailUnproven) words.push('correo sin confirmar')
  if (proposals?.state === 'sent') words.push('elige entre las horas propuestas')
  if (proposals?.state === 'refused') words.push('ninguna hora le viene bien')
  if (proposals?.state === 'none-free') words.push('no había horas libres')
  if (proposals?.state === 'chosen') words.push('la hora que eligió se canceló')
  return words.join(', ')
}

const toOrderActions = (order: OrderToSchedule, ask: (asked: Asked) => void): readonly MenuAction[] => [
  { text: 'Agendar', run: () => ask({ what: 'schedule', order }) },
  { text: 'Elegir horas', run: () => ask({ what: 'pick', order }) },
]

interface ScheduleButtonProps {
  readonly order: OrderToSchedule
  readonly ask: (asked: Asked) => void
}

const ScheduleButton = ({ order, ask }: ScheduleButtonProps) => (
  <Button variant="plain" size="small" onClick={() => ask({ what: 'schedule', order })}>
    Agendar<span className="visually-hidden">: {order.customerName}</span>
  </Button>
)

function ProposeButton({ order }: { readonly order: OrderToSchedule }) {
  const { propose, isPending } = useProposeHours(order)
  return (
    <Button variant="plain" size="small" busy={isPending} onClick={() => propose()}>
      {order.proposals?.slots.length ? 'Proponer otras' : 'Proponer 3 horas'}
      <span className="visually-hidden">: {order.customerName}</span>
    </Button>
  )
}
