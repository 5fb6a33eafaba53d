import { budgetRefusalReasonLabels } from '#contract/budget-labels'
import type { BudgetContent } from '#contract/budget-option'
import type { OwnBudget } from '#contract/budgets'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCalendarDay, formatInteger } from '../../ui/format.ts'
import { formatSum } from './budget-words.ts'

interface PublishDialogProps {
  readonly content: BudgetContent
  readonly before: OwnBudget | undefined
  readonly firstName: string
  readonly publish: () => void
  readonly cancel: () => void
}

export const BudgetEditorPublishDialog = ({ content, before, firstName, publish, cancel }: PublishDialogProps) => (
  <Dialog title={before ? '¿Publicar la nueva versión?' : '¿Publicar el presupuesto?'} close={cancel}>
    <ul className="budget-editor-summary">
      {content.options.map(({ title, priceCents }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two options may have the same name, and none moves
        <li key={index}>
          <strong>{title}</strong>, {formatSum(priceCents)}
          {content.recommended === index + 1 && ' (la que recomiendas)'}
        </li>
      ))}
    </ul>
    <p>
      {firstName} lo verá enseguida en su panel y podrá aceptarlo hasta el {formatCalendarDay(content.validUntil)}.
      Recibirá un correo que solo dice que tiene un presupuesto: sin precios ni datos de salud.
    </p>
    {before && (
      <p>
        Ocupa el lugar de la versión {formatInteger(before.version)}, que ya no se podrá aceptar.
        {before.declined &&
          ` La rechazó («${budgetRefusalReasonLabels[before.declined.reason]}»): el presupuesto queda abierto otra vez.`}
      </p>
    )}
    <div className="dialog-actions">
      <Button variant="secondary" onClick={cancel}>
        Seguir editando
      </Button>
      <Button onClick={publish}>Publicar</Button>
    </div>
  </Dialog>
)
