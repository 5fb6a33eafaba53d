import { useState } from 'react'
import type { OrderToSchedule } from '#contract/consultation'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { Card, CardLoadError } from '../../ui/panel.tsx'
import { useOrdersToSchedule } from './agenda-queries.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AdminConsultationDialog } from './admin-consultation-dialog.tsx'
import { PickProposalsDialog } from './pick-proposals-dialog.tsx'
import { ProposeHoursButton, SentProposals } from './propose-hours.tsx'
import './admin-consultations.css'

export function OrdersToScheduleCard() {
  const list = useOrdersToSchedule()
  const { data, error, refetch } = list
  const [chosen, setChosen] = useState<OrderToSchedule>()
  const [proposing, setProposing] = useState<OrderToSchedule>()
  const orders = data?.pages.flatMap(({ items }) => items) ?? []
  if (orders.length === 0 && !error) return null
  return (
    <Card id="to-schedule-title" title="Pendiente de agendar">
      {error && !list.isFetchNextPageError && (
        <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
      )}
      <ul className="admin-list admin-list-scrolled" aria-label="Pedidos pagados sin fecha">
        {orders.map((order) => (
          <li key={order.orderId} className="admin-row admin-row-level">
            <div className="admin-row-facts">
              <h3>
                <Link to={`/client/${order.customerId}`}>{order.customerName}</Link>{' '}
                {order.customerEmail !== order.customerName && (
                  <span className="admin-row-email">{order.customerEmail}</span>
                )}
              </h3>
              <p>
                {order.concept}, pagado el {formatInstantAsDay(order.paidAt)}
              </p>
              {order.emailUnproven && <StatusBadge good={false}>Pagado, correo sin confirmar</StatusBadge>}
              <SentProposals order={order} />
            </div>
            <div className="admin-row-actions">
              {order.canPropose && (
                <>
                  <ProposeHoursButton order={order} />
                  <Button size="small" variant="plain" onClick={() => setProposing(order)}>
                    Elegir horas<span className="visually-hidden">: {order.customerName}</span>
                  </Button>
                </>
              )}
              <Button size="small" onClick={() => setChosen(order)}>
                Agendar<span className="visually-hidden">: {order.customerName}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
      {proposing && <PickProposalsDialog order={proposing} close={() => setProposing(undefined)} />}
      {chosen && <AdminConsultationDialog order={chosen} close={() => setChosen(undefined)} />}
    </Card>
  )
}
