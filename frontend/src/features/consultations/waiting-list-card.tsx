import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatInstantAsDay, formatInteger } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { Card, CardLoadError } from '../../ui/panel.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import './admin-consultations.css'

export function WaitingListCard() {
  const { data, error, refetch } = useQuery(endpointQueryOptions(apiContract.consultations.listWaitingClients, {}))
  const clients = data?.items ?? []
  if (clients.length === 0 && !error) return null
  return (
    <Card id="waiting-title" title={data ? `Lista de espera (${formatInteger(clients.length)})` : 'Lista de espera'}>
      {error && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      <ol className="admin-list admin-list-scrolled" aria-label="Clientes que esperan un hueco antes">
        {clients.map(({ customerId, customerName, since, offeredStart, offeredUntil }) => (
          <li key={customerId} className="admin-row admin-row-level">
            <div className="admin-row-facts">
              <h3>
                <Link to={`/client/${customerId}`}>{customerName}</Link>
              </h3>
              <p>Espera desde el {formatInstantAsDay(since)}</p>
              {offeredStart && offeredUntil && (
                <p>
                  Le hemos ofrecido el {formatWeekdayDate(offeredStart)} a las {formatTime(offeredStart)}, hasta las{' '}
                  {formatTime(offeredUntil)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
