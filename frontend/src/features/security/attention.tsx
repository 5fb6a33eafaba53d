import { Button, ButtonLink } from '../../ui/button.tsx'
import { Sheet, SheetLoading } from '../../ui/panel.tsx'
import { goToCard } from './go-to-card.ts'
import { type Matter, useMatters } from './use-matters.ts'
import './security.css'

/** Says of no more than what was looked at that it is well. */
const wellText = (pending: number): string => {
  const toDo = pending === 1 ? ' Queda 1 mejora por hacer.' : ` Quedan ${pending} mejoras por hacer.`
  return `Sin alertas graves, y las protecciones y los ajustes en orden.${pending === 0 ? '' : toDo}`
}

interface AttentionProps {
  /** The names of what does not answer at this moment. */
  readonly failedServices: readonly string[]
}

/** What comes first: whether there is anything to do, and what. */
export function Attention({ failedServices }: AttentionProps) {
  const { matters, pending, failed } = useMatters(failedServices)
  const title = matters && matters.length > 0 ? attentionText(matters.length) : 'Estado'
  return (
    <Sheet id="attention-title" title={title}>
      {!matters && !failed && <SheetLoading text="Comprobando..." />}
      {failed && <p>No se ha podido comprobar todo. Mira abajo qué apartado falla.</p>}
      {matters?.length === 0 && <p className="attention-well">{wellText(pending)}</p>}
      {matters && matters.length > 0 && (
        <ul className="attention-list">
          {matters.map((matter) => (
            <li key={matter.key}>
              <div>
                <strong>{matter.what}</strong>
                <p>{matter.more}</p>
              </div>
              <Way to={matter.to} action={matter.action} what={matter.what} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

function Way({ to, action, what }: Pick<Matter, 'to' | 'action' | 'what'>) {
  const words = (
    <>
      {action}
      <span className="visually-hidden">: {what}</span>
    </>
  )
  return 'page' in to ? (
    <ButtonLink look="secondary" size="small" to={to.page}>
      {words}
    </ButtonLink>
  ) : (
    <Button look="secondary" size="small" onClick={() => goToCard(to.card)}>
      {words}
    </Button>
  )
}

const attentionText = (count: number): string =>
  count === 1 ? 'Una cosa necesita tu atención' : `${count} cosas necesitan tu atención`
