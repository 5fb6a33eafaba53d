import { useInfiniteQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { noCustomerListOpenedText, OpenedCustomerLists } from './opened-customer-lists.tsx'
import { RecordOpeningsList } from './record-openings-list.tsx'

export function CustomerRecordOpenings({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.privacy.listOpeningsOfCustomer, { params: { customerId }, query: {} }),
  )
  return (
    <Card id="openings" title="Quién ha visto sus datos">
      <p className="field-hint">Es lo mismo que ve el cliente en sus ajustes.</p>
      <PagedList
        list={list}
        loading="Cargando quién ha visto sus datos..."
        empty="Nadie ha abierto sus datos desde que se anota."
        problem={toErrorMessage}
      >
        {(openings) => <RecordOpeningsList openings={openings} asked="El cliente preguntó" />}
      </PagedList>
      <OpenedCustomerLists whose="su">
        <Lists customerId={customerId} />
      </OpenedCustomerLists>
    </Card>
  )
}

function Lists({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.privacy.listOpeningsOfCustomer, {
      params: { customerId },
      query: { of: 'lists' },
    }),
  )
  return (
    <PagedList list={list} loading="Cargando las listas..." empty={noCustomerListOpenedText} problem={toErrorMessage}>
      {(openings) => <RecordOpeningsList openings={openings} asked="El cliente preguntó" />}
    </PagedList>
  )
}
