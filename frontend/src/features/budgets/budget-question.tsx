import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { apiContract } from '#contract/api'
import type { OwnBudget } from '#contract/budgets'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useAskAboutBudget } from './use-own-budgets.ts'

const { body } = apiContract.budgets.askAboutBudget

export function BudgetQuestion({ budget }: { readonly budget: OwnBudget }) {
  const [isAsking, setAsking] = useState(false)
  const { question } = budget
  const id = useId()
  return (
    <section className="budget-question" aria-labelledby={id}>
      <h3 id={id}>{question ? 'Tu pregunta' : '¿Tienes alguna duda?'}</h3>
      {question && (
        <dl aria-live="polite">
          <dt>Preguntaste el {formatInstantAsDay(question.askedAt)}</dt>
          <dd>{question.text}</dd>
          <dt>
            {question.answeredAt
              ? `Te respondimos el ${formatInstantAsDay(question.answeredAt)}`
              : 'La tenemos. Verás aquí la respuesta.'}
          </dt>
          {question.answer && <dd>{question.answer}</dd>}
        </dl>
      )}
      {isAsking ? (
        <Ask budgetId={budget.budgetId} replaces={question !== null} close={() => setAsking(false)} />
      ) : (
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          {question ? 'Preguntar otra cosa' : 'Preguntar'}
        </Button>
      )}
    </section>
  )
}

interface AskProps {
  readonly budgetId: string
  readonly replaces: boolean
  readonly close: () => void
}

function Ask({ budgetId, replaces, close }: AskProps) {
  const consent = useQuery(endpointQueryOptions(apiContract.consent.readHealth, {})).data
  const { form, draft } = useDraftForm(
    { form: 'budget-question', of: budgetId },
    { resolver: zodResolver(body), defaultValues: { text: '' } },
  )
  const { mutate, error, isPending } = useAskAboutBudget(() => {
    draft.saved()
    close()
  })
  if (consent && consent.state !== 'given')
    return (
      <p>
        Una pregunta puede decir algo de tu salud: para hacerla aquí, da antes tu consentimiento en{' '}
        <Link to="/client?tab=settings">Ajustes</Link>.
      </p>
    )
  return (
    <Form
      draft={draft}
      refused={error}
      aria-label="Preguntar por el presupuesto"
      onSubmit={(event) => void form.handleSubmit((asked) => mutate({ params: { budgetId }, body: asked }))(event)}
    >
      <TextAreaField
        label="Tu pregunta"
        rows={3}
        maxLength={500}
        required
        hint={replaces ? 'Sustituye a la anterior.' : undefined}
        error={form.formState.errors.text?.message}
        {...form.register('text')}
      />
      <FormErrorNotice error={error} title="No se ha podido enviar" />
      <div className="budget-actions">
        <Button type="submit" size="small" busy={isPending} busyText="Enviando...">
          Enviar pregunta
        </Button>
        <CancelButton onClick={close} />
      </div>
    </Form>
  )
}
