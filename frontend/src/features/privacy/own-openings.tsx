import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { noCustomerListOpenedText, OpenedCustomerLists } from './opened-customer-lists.tsx'
import { RecordOpeningsList } from './record-openings-list.tsx'
import { RecordOpeningQuestionDialog } from './record-opening-question-dialog.tsx'
import type { RecordOpeningGroup } from './record-opening-groups.ts'

export function OwnRecordOpenings() {
  const list = useInfiniteQuery(endpointPagesQueryOptions(apiContract.privacy.listOpenings, { query: {} }))
  const [asking, setAsking] = useState<RecordOpeningGroup>()
  return (
    <Card id="openings" title="Quién ha visto tus datos">
      <p>
        Aquí queda anotado cada vez que alguien del equipo abre una parte de tu ficha o tu cita en la agenda. Si abre lo
        mismo varias veces en un cuarto de hora, es una sola anotación.
      </p>
      <PagedList
        list={list}
        loading="Cargando quién ha visto tus datos..."
        empty="Nadie del equipo ha abierto tus datos desde que lo anotamos."
        problem={toErrorMessage}
      >
        {(openings) => <RecordOpeningsList openings={openings} asked="Preguntaste" ask={setAsking} />}
      </PagedList>
      <OpenedCustomerLists whose="tu">
        <p className="field-hint">
          Una lista muestra de cada cliente el nombre, el contacto, los pagos sin fecha o lo que se ha hecho en la web,
          y no abre ninguna ficha.
        </p>
        <OwnLists ask={setAsking} />
      </OpenedCustomerLists>
      <p className="field-hint">Lo que se abrió antes de que existiera este registro no está.</p>
      {asking && <RecordOpeningQuestionDialog visit={asking} close={() => setAsking(undefined)} />}
    </Card>
  )
}

function OwnLists({ ask }: { readonly ask: (visit: RecordOpeningGroup) => void }) {
  const list = useInfiniteQuery(endpointPagesQueryOptions(apiContract.privacy.listOpenings, { query: { of: 'lists' } }))
  return (
    <PagedList list={list} loading="Cargando las listas..." empty={noCustomerListOpenedText} problem={toErrorMessage}>
      {(openings) => <RecordOpeningsList openings={openings} asked="Preguntaste" ask={ask} />}
    </PagedList>
  )
}
