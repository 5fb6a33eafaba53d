import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { noLists, OpenedLists } from './opened-lists.tsx'
import { OpeningsList } from './openings-list.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import type { Visit } from './visits.ts'

export function OwnOpenings() {
  const list = useInfiniteQuery(readPages(api.privacy.listOpenings, { query: {} }))
  const [asking, setAsking] = useState<Visit>()
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
        problem={errorText}
      >
        {(openings) => <OpeningsList openings={openings} asked="Preguntaste" ask={setAsking} />}
      </PagedList>
      <OpenedLists whose="tu">
        <p className="field-hint">
          Una lista muestra de cada cliente el nombre, el contacto, los pagos sin fecha o lo que se ha hecho en la web,
          y no abre ninguna ficha.
        </p>
        <OwnLists ask={setAsking} />
      </OpenedLists>
      <p className="field-hint">Lo que se abrió antes de que existiera este registro no está.</p>
      {asking && <QuestionDialog visit={asking} close={() => setAsking(undefined)} />}
    </Card>
  )
}

function OwnLists({ ask }: { readonly ask: (visit: Visit) => void }) {
  const list = useInfiniteQuery(readPages(api.privacy.listOpenings, { query: { of: 'lists' } }))
  return (
    <PagedList list={list} loading="Cargando las listas..." empty={noLists} problem={errorText}>
      {(openings) => <OpeningsList openings={openings} asked="Preguntaste" ask={ask} />}
    </PagedList>
  )
}
