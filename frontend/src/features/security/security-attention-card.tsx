import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, CardLoading } from '../../ui/panel.tsx'
import { scrollToCard } from './scroll-to-card.ts'
import { type SecurityAttentionItem, useSecurityAttentionItems } from './use-attention-items.ts'
import './security.css'

/** Names what was checked, because it is no promise that everything is secure. */
const wellText = (pending: number): string => {
  const toDo = pending === 1 ? ' Queda 1 mejora por hacer.' : ` Quedan ${pending} mejoras por hacer.`
  return `Sin alertas graves, y las protecciones y los ajustes en orden.${pending === 0 ? '' : toDo}`
}

interface AttentionProps {
  readonly failedServices: readonly string[]
}

export function SecurityAttentionCard({ failedServices }: AttentionProps) {
  const { matters, pending, failed } = useSecurityAttentionItems(failedServices)
  const title = matters && matters.length > 0 ? attentionText(matters.length) : 'Estado'
  return (
    <Card id="attention-title" title={title}>
      {!matters && !failed && <CardLoading text="Comprobando..." />}
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
    </Card>
  )
}

function Way({ to, action, what }: Pick<SecurityAttentionItem, 'to' | 'action' | 'what'>) {
  const words = (
    <>
      {action}
      <span className="visually-hidden">: {what}</span>
    </>
  )
  return 'page' in to ? (
    <ButtonLink variant="secondary" size="small" to={to.page}>
      {words}
    </ButtonLink>
  ) : (
    <Button variant="secondary" size="small" onClick={() => scrollToCard(to.card)}>
      {words}
    </Button>
  )
}

const attentionText = (count: number): string =>
  count === 1 ? 'Una cosa necesita tu atención' : `${count} cosas necesitan tu atención`
