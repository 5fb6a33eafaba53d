import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { EmptyState } from '../../drawings/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { clientConsultationTypes } from './consultation-words.ts'
import { AdminConsultationDialog } from './admin-consultation-dialog.tsx'
import { AdminConsultationRow } from './admin-consultation-row.tsx'
import { useConsultationDialogs } from './consultation-dialogs.tsx'

interface CustomerConsultationsProps {
  readonly customer: { readonly customerId: string; readonly name: string }
}

export function CustomerConsultations({ customer }: CustomerConsultationsProps) {
  const { customerId } = customer
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.consultations.listOfCustomer, { params: { customerId }, query: {} }),
  )
  const [booking, setBooking] = useState(false)
  const { ask, dialog } = useConsultationDialogs({
    latest: list.data?.pages.flatMap(({ items }) => items) ?? [],
    types: clientConsultationTypes,
  })
  return (
    <Card id="consultations-title" title="Consultas">
      <div className="sheet-tools">
        <Button onClick={() => setBooking(true)}>Programar consulta</Button>
      </div>
      <PagedList
        list={list}
        loading="Cargando consultas..."
        empty={<EmptyState drawing="vacio-consultas">Este cliente no tiene consultas.</EmptyState>}
        problem={toErrorMessage}
      >
        {(consultations) => (
          <ul className="admin-list">
            {consultations.map((consultation) => (
              <AdminConsultationRow
                key={consultation.consultationId}
                consultation={consultation}
                ask={ask}
                ofOneClient
              />
            ))}
          </ul>
        )}
      </PagedList>
      {dialog}
      {booking && (
        <AdminConsultationDialog customer={customer} types={clientConsultationTypes} close={() => setBooking(false)} />
      )}
    </Card>
  )
}
