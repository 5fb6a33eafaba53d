import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { OrderToSchedule } from '#contract/consultation'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import { Card, CardProblem } from '../../ui/panel.tsx'
import { useToSchedule } from './agenda-queries.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ConsultationDialog } from './admin-consultation-dialog.tsx'
import './admin-consultations.css'

export function ToSchedule() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useToSchedule()
  const [chosen, setChosen] = useState<OrderToSchedule>()
  const orders = data?.pages.flatMap(({ items }) => items) ?? []
  if (orders.length === 0 && !error) return null
  return (
    <Card id="to-schedule-title" title="Pendiente de agendar">
      {error && <CardProblem text={errorText(error)} retry={() => void refetch()} />}
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
                {order.concept}, pagado el {formatDay(order.paidAt)}
              </p>
              {order.emailUnproven && <StatusBadge good={false}>Pagado, correo sin confirmar</StatusBadge>}
            </div>
            <Button size="small" onClick={() => setChosen(order)}>
              Agendar<span className="visually-hidden">: {order.customerName}</span>
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Cargar más
        </Button>
      )}
      {chosen && <ConsultationDialog order={chosen} close={() => setChosen(undefined)} />}
    </Card>
  )
}
