import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { readPages } from '../../api/query.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Sheet } from '../../ui/panel.tsx'
import { OpeningsList } from './openings-list.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import type { Visit } from './visits.ts'

/** 'Quién ha visto tus datos': each opening of the caller's record by the practice, and a way to ask about it. */
export function OwnOpenings() {
  const list = useInfiniteQuery(readPages(api.privacy.listOpenings, { query: {} }))
  const [asking, setAsking] = useState<Visit>()
  return (
    <Sheet id="openings" title="Quién ha visto tus datos">
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
      <p className="field-hint">
        No se anotan una a una las listas de todos los clientes (nombre, contacto, pagos sin fecha y lo que se ha hecho
        en la web), ni lo que se abrió antes de que existiera este registro.
      </p>
      {asking && <QuestionDialog visit={asking} close={() => setAsking(undefined)} />}
    </Sheet>
  )
}
