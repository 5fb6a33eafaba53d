import { Button } from '../../ui/button.tsx'
import { seenWhenShown } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import type { Meanwhile } from './desk-booking-form.ts'

interface MeanwhileNoticeProps {
  readonly meanwhile: Meanwhile | 'gone' | undefined
  readonly takeTheirs: () => void
}

/** Tells who comes second what the first one saved, and that nothing of either is lost. */
export function MeanwhileNotice({ meanwhile, takeTheirs }: MeanwhileNoticeProps) {
  if (!meanwhile) return null
  return (
    <div ref={seenWhenShown}>
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
  readonly meanwhile: Meanwhile
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
    <Button look="secondary" size="small" onClick={takeTheirs}>
      Descartar lo mío
    </Button>
  </>
)
