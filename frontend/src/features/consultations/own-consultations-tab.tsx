import { useState } from 'react'
import type { OwnConsultation } from '#contract/consultation'
import { isCurrentConsultation } from '#contract/consultation-room'
import { toErrorMessage } from '../../api/error-message.ts'
import { EmptyState } from '../../drawings/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { CounterList } from '../../ui/counter-list.tsx'
import { formatInteger } from '../../ui/format.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { consultationTypeLabels, ownConsultationStatusLabels } from '#contract/status-labels'
import { formatCents } from '#contract/money'
import { OwnSlotProposals } from './own-slot-proposals.tsx'
import { OwnFreedHour, OwnWaitingPlaceSection } from './own-waiting-place.tsx'
import { toConsultationStatusText } from './consultation-words.ts'
import { ConsultationRequestDialog } from './consultation-request-dialog.tsx'
import { UpcomingConsultationList, useUpcomingConsultationDialog } from './upcoming-consultation-list.tsx'
import {
  useConsultationToSchedule,
  useIncludedConsultation,
  useOwnConsultations,
  useOwnNextConsultation,
} from './use-own-consultations.ts'
import { ConsultationTime } from './consultation-time.tsx'
import { PastConsultationsToPay } from './past-consultations-to-pay.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './consultations.css'

const OwnSessionSummaries = lazy(async () => ({
  default: (await import('./own-session-summaries.tsx')).OwnSessionSummaries,
}))

/** Also after its end: while it is marked as in progress, or for some hours if nobody has closed it. */
const isUpcoming = (consultation: OwnConsultation) => isCurrentConsultation(consultation, getServerNow())

const columns: readonly TableColumn<OwnConsultation>[] = [
  {
    title: 'Fecha',
    cell: ({ startsAt, durationMinutes }) => <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />,
  },
  { title: 'Tipo', cell: ({ type }) => consultationTypeLabels[type] },
  {
    title: 'Estado',
    cell: (each) => (
      <StatusBadge good={each.status !== 'cancelled' && each.status !== 'no_show'}>
        {toConsultationStatusText(each, ownConsultationStatusLabels)}
      </StatusBadge>
    ),
  },
  {
    title: 'Precio',
    cell: ({ priceCents }) => (priceCents === null ? '–' : formatCents(priceCents)),
    figures: true,
  },
]

export function OwnConsultationsTab() {
  const { list, counts } = useOwnConsultations()
  const [asking, setAsking] = useState(false)
  const { order, toSchedule, isKnown, error, retry } = useConsultationToSchedule()
  const { total, completed, upcoming } = counts.data ?? {}
  return (
    <>
      <CounterList
        counts={[
          { text: 'Total Consultas', count: total },
          { text: 'Completadas', count: completed },
          { text: 'Próximas', count: upcoming },
        ]}
      />
      <Card id="upcoming-title" title="Próximas consultas">
        <OwnFreedHour />
        {order && (
          <>
            <NoticeBox>
              Has pagado «{order.concept}» y está pendiente de agendar: elige la hora que te venga bien.
            </NoticeBox>
            <OwnSlotProposals />
          </>
        )}
        <IncludedNotice />
        <Coming list={list} isPaid={order !== undefined} />
        <OwnWaitingPlaceSection />
        <div className="sheet-more">
          <Button busy={asking && !isKnown && !error} busyText="Abriendo..." onClick={() => setAsking(true)}>
            Pedir consulta
          </Button>
        </div>
        {asking && error && <CardLoadError text={toErrorMessage(error)} retry={retry} />}
      </Card>
      {!list.isLoadingError && (
        <Card id="history-title" title="Historial de consultas">
          <History list={list} />
        </Card>
      )}
      <WhileLoading>
        <OwnSessionSummaries />
      </WhileLoading>
      {asking && isKnown && <ConsultationRequestDialog paid={toSchedule} close={() => setAsking(false)} />}
    </>
  )
}

function IncludedNotice() {
  const { included } = useIncludedConsultation()
  if (!included) return null
  const { concept, free } = included
  const what =
    free === 1 ? 'una consulta que no has reservado' : `${formatInteger(free)} consultas que no has reservado`
  return (
    <NoticeBox>
      Tu presupuesto «{concept}» incluye {what}: elige la hora, sin pagar nada más.
    </NoticeBox>
  )
}

type List = ReturnType<typeof useOwnConsultations>['list']
const itemsOf = ({ data }: List) => data?.pages.flatMap(({ items }) => items) ?? []

interface ComingProps {
  readonly list: List
  readonly isPaid: boolean
}

function Coming(props: ComingProps) {
  const { ask, dialog } = useUpcomingConsultationDialog(itemsOf(props.list))
  return (
    <>
      <ComingCards {...props} ask={ask} />
      {dialog}
    </>
  )
}

type Ask = ReturnType<typeof useUpcomingConsultationDialog>['ask']

function ComingCards({ list, isPaid, ask }: ComingProps & { readonly ask: Ask }) {
  if (list.isPending) return <CardLoading text="Cargando consultas..." />
  if (!list.data) return <CardLoadError text={toErrorMessage(list.error)} retry={() => void list.refetch()} />
  const coming = itemsOf(list)
    .filter(isUpcoming)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
  if (coming.length > 0) return <UpcomingConsultationList consultations={coming} ask={ask} />
  if (isPaid) return null
  return (
    <CardEmpty>
      <EmptyState drawing="vacio-consultas">
        <p>No tienes consultas próximas. Pide una cuando quieras: te confirmaremos la hora por correo.</p>
      </EmptyState>
    </CardEmpty>
  )
}

function History({ list }: { readonly list: List }) {
  const { pastToPay } = useOwnNextConsultation().data ?? {}
  if (list.isPending) return <CardLoading text="Cargando consultas..." />
  const items = itemsOf(list)
  const past = items.filter((each) => !isUpcoming(each))
  // The list is loaded in pages, and «Tu próximo paso» leads here for the one that is named.
  const isUnlisted = pastToPay && !items.some(({ consultationId }) => consultationId === pastToPay.consultationId)
  if (past.length === 0 && !isUnlisted && !list.hasNextPage) {
    return (
      <CardEmpty>
        <p>Aquí verás las consultas que ya has tenido.</p>
      </CardEmpty>
    )
  }
  return (
    <>
      <PastConsultationsToPay consultations={isUnlisted ? [...past, pastToPay] : past} />
      {past.length > 0 && (
        <ResponsiveTable
          caption="Consultas anteriores"
          columns={columns}
          rows={past}
          keyOf={({ consultationId }) => consultationId}
        />
      )}
      <LoadMoreButton list={list} />
    </>
  )
}
