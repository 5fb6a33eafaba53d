import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import type { BudgetContent } from '#contract/budget-option'
import type { CustomerBudget } from '#contract/budgets'
import { isEditConflictError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { BudgetEditorOptions } from './budget-editor-options.tsx'
import { BudgetEditorPreviews } from './budget-editor-preview.tsx'
import { BudgetEditorPublishDialog } from './budget-editor-publish-dialog.tsx'
import { BudgetEditorTerms } from './budget-editor-terms.tsx'
import { useSaveBudget } from './budget-editor-saving.ts'
import { BudgetForm, type BudgetValues, createBudgetValues, toBudgetValues } from './budget-editor-values.ts'
import './budget-editor.css'

interface EditorProps {
  readonly customerId: string
  readonly firstName: string
  readonly stored: CustomerBudget | undefined
  /** Among them a new one may be whose saving was not heard to be answered. */
  readonly others?: readonly CustomerBudget[] | undefined
  readonly close: () => void
}

type EditorOf = Omit<EditorProps, 'firstName'>

function useBudgetEditor({ customerId, stored, others, close }: EditorOf, today: string) {
  const { form, draft } = useDraftForm<BudgetValues, BudgetContent>(
    { form: 'budget', of: stored?.budgetId ?? customerId },
    {
      resolver: zodResolver(BudgetForm),
      defaultValues: stored ? toBudgetValues(stored.budgetId, stored.content) : createBudgetValues(today),
    },
  )
  const [revision, setRevision] = useState(stored?.revision ?? 0)
  const [isDraftSaved, setDraftSaved] = useState(false)
  const { mutate, error, isPending } = useSaveBudget(customerId, {
    saved: ({ revision: next }) => {
      draft.saved()
      setRevision(next)
      setDraftSaved(true)
    },
  })
  const ownId = form.watch('budgetId')
  const saved = stored ?? others?.find(({ budgetId }) => budgetId === ownId)
  const identify = () => {
    if (form.getValues('budgetId') === '')
      form.setValue('budgetId', `bud_${crypto.randomUUID()}`, { shouldDirty: true })
    return form.getValues('budgetId')
  }
  return {
    form,
    draft,
    error,
    isPending,
    /** Whether the last request saved the draft, even if publishing it failed. */
    isDraftSaved,
    saved,
    theirs: saved && saved.revision > revision ? saved : undefined,
    keepMine: ({ revision: seen }: CustomerBudget) => setRevision(seen),
    takeTheirs: (theirs: CustomerBudget) => {
      draft.discard()
      form.reset(toBudgetValues(theirs.budgetId, theirs.content))
      setRevision(theirs.revision)
    },
    send: (content: BudgetContent, publishes: boolean) => {
      setDraftSaved(false)
      mutate(
        { budgetId: identify(), content, revision, publishes },
        {
          onSuccess: () => {
            showNotice.success(publishes ? 'Presupuesto publicado' : 'Borrador guardado')
            close()
          },
        },
      )
    },
  }
}

export function BudgetEditor({ customerId, firstName, stored, others, close }: EditorProps) {
  const today = usePracticeToday()
  const editor = useBudgetEditor({ customerId, stored, others, close }, today)
  const { form, draft, error, isPending, theirs, send } = editor
  const [asked, setAsked] = useState<BudgetContent>()
  return (
    <>
      <Form
        className="budget-editor-form"
        draft={draft}
        refused={error}
        onSubmit={(event) => void form.handleSubmit((content) => send(content, false))(event)}
      >
        <BudgetEditorOptions form={form} isNew={!stored} today={today} />
        <BudgetEditorTerms form={form} today={today} />
        <BudgetEditorPreviews form={form} firstName={firstName} />
        {theirs ? (
          <Conflict
            theirs={theirs}
            isOwn={!stored}
            keepMine={() => editor.keepMine(theirs)}
            takeTheirs={() => editor.takeTheirs(theirs)}
          />
        ) : (
          <FormErrorNotice
            error={error}
            title={
              editor.isDraftSaved
                ? 'El borrador está guardado, pero no se ha publicado.'
                : 'No se ha guardado el presupuesto.'
            }
            reason={isEditConflictError(error) ? 'Otra persona lo ha cambiado mientras tanto.' : undefined}
          />
        )}
        <div className="budget-editor-foot">
          <CancelButton onClick={close} />
          <Button type="submit" variant="secondary" busy={isPending} busyText="Guardando...">
            Guardar borrador
          </Button>
          <Button disabled={isPending} onClick={() => void form.handleSubmit(setAsked)()}>
            Publicar
          </Button>
        </div>
      </Form>
      {asked && (
        <BudgetEditorPublishDialog
          content={asked}
          before={editor.saved?.published ?? undefined}
          firstName={firstName}
          cancel={() => setAsked(undefined)}
          publish={() => {
            setAsked(undefined)
            send(asked, true)
          }}
        />
      )}
    </>
  )
}

interface ConflictProps {
  readonly theirs: CustomerBudget
  /** A new one, which has been saved before without an answer that arrived, or without being published. */
  readonly isOwn: boolean
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

const Conflict = ({ theirs, isOwn, keepMine, takeTheirs }: ConflictProps) => (
  <NoticeBox kind="problem">
    <p>
      {isOwn ? 'Este presupuesto ya se había guardado.' : 'Otra persona ha guardado este presupuesto mientras tanto.'}{' '}
      Lo que has escrito sigue aquí; lo guardado ahora es: {theirs.content.options.map(({ title }) => title).join(', ')}
      .
    </p>
    <div className="budget-editor-conflict">
      <Button size="small" onClick={keepMine}>
        Seguir con lo mío
      </Button>
      <Button size="small" variant="secondary" onClick={takeTheirs}>
        Descartar lo mío
      </Button>
    </div>
  </NoticeBox>
)
