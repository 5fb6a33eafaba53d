import { Button } from '../../ui/button.tsx'
import { scrollIntoViewOnMount } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import type { ConcurrentBookingChange } from './admin-booking-values.ts'

interface ConcurrentChangeNoticeProps {
  readonly meanwhile: ConcurrentBookingChange | 'gone' | undefined
  readonly takeTheirs: () => void
}

export function ConcurrentBookingChangeNotice({ meanwhile, takeTheirs }: ConcurrentChangeNoticeProps) {
  if (!meanwhile) return null
  return (
    <div ref={scrollIntoViewOnMount}>
      <NoticeBox kind="problem">
        {meanwhile === 'gone' ? <Gone /> : <Changed meanwhile={meanwhile} takeTheirs={takeTheirs} />}
      </NoticeBox>
    </div>
  )
}

const Gone = () => (
  <p>
    <strong>Otra persona ha eliminado esta consulta mientras la editabas.</strong> Lo que has escrito sigue aquí: si
    hace falta, guárdalo como una consulta nueva.
  </p>
)

interface ChangedProps {
  readonly meanwhile: ConcurrentBookingChange
  readonly takeTheirs: () => void
}

const Changed = ({ meanwhile, takeTheirs }: ChangedProps) => (
  <>
    <p>
      <strong>Otra persona ha cambiado esta consulta mientras la editabas.</strong> Todavía no se ha guardado nada de lo
      tuyo.{' '}
      {meanwhile.changes.length > 0 ? 'Ahora dice:' : 'Ha cambiado su estado; la fecha y los datos son los mismos.'}
    </p>
    <ul>
      {meanwhile.changes.map(({ label, text, adopted }) => (
        <li key={label}>
          {label}: <strong>{text}</strong> {adopted ? '(ya está en el formulario)' : '(el formulario conserva lo tuyo)'}
        </li>
      ))}
    </ul>
    <p>Repasa el formulario y guarda otra vez.</p>
    <Button variant="secondary" size="small" onClick={takeTheirs}>
      Descartar lo mío
    </Button>
  </>
)
