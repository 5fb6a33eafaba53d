import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { clientTypes } from './consultation-words.ts'
import { ConsultationDialog } from './admin-consultation-dialog.tsx'
import { ConsultationRow } from './admin-consultation-row.tsx'

interface CustomerConsultationsProps {
  readonly customer: { readonly customerId: string; readonly name: string }
}

export function CustomerConsultations({ customer }: CustomerConsultationsProps) {
  const { customerId } = customer
  const list = useInfiniteQuery(readPages(api.consultations.listOfCustomer, { params: { customerId }, query: {} }))
  const [booking, setBooking] = useState(false)
  return (
    <Card id="consultations-title" title="Consultas">
      <div className="sheet-tools">
        <Button onClick={() => setBooking(true)}>Programar consulta</Button>
      </div>
      <PagedList
        list={list}
        loading="Cargando consultas..."
        empty="Este cliente no tiene consultas."
        problem={errorText}
      >
        {(consultations) => (
          <ul className="admin-list">
            {consultations.map((consultation) => (
              <ConsultationRow
                key={consultation.consultationId}
                consultation={consultation}
                types={clientTypes}
                ofOneClient
              />
            ))}
          </ul>
        )}
      </PagedList>
      {booking && <ConsultationDialog customer={customer} types={clientTypes} close={() => setBooking(false)} />}
    </Card>
  )
}
