import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { noLists, OpenedLists } from './opened-lists.tsx'
import { OpeningsList } from './openings-list.tsx'

export function CustomerOpenings({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(readPages(api.privacy.listOpeningsOfCustomer, { params: { customerId }, query: {} }))
  return (
    <Card id="openings" title="Quién ha visto sus datos">
      <p className="field-hint">Es lo mismo que ve el cliente en sus ajustes.</p>
      <PagedList
        list={list}
        loading="Cargando quién ha visto sus datos..."
        empty="Nadie ha abierto sus datos desde que se anota."
        problem={errorText}
      >
        {(openings) => <OpeningsList openings={openings} asked="El cliente preguntó" />}
      </PagedList>
      <OpenedLists whose="su">
        <Lists customerId={customerId} />
      </OpenedLists>
    </Card>
  )
}

function Lists({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(
    readPages(api.privacy.listOpeningsOfCustomer, { params: { customerId }, query: { of: 'lists' } }),
  )
  return (
    <PagedList list={list} loading="Cargando las listas..." empty={noLists} problem={errorText}>
      {(openings) => <OpeningsList openings={openings} asked="El cliente preguntó" />}
    </PagedList>
  )
}
