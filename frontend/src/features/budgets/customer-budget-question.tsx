import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import { BudgetQuestionText, type OwnBudget } from '#contract/budgets'
import { isEditConflictError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useBudgetMutation } from './customer-budget-queries.ts'

const AnswerForm = z.object({ answer: BudgetQuestionText })

interface QuestionProps {
  readonly customerId: string
  readonly budgetId: string
  readonly question: NonNullable<OwnBudget['question']>
}

export function CustomerBudgetQuestion(props: QuestionProps) {
  const { text, askedAt, answer, answeredAt } = props.question
  const [isChanging, setChanging] = useState(false)
  return (
    <div className="customer-budget-question">
      <h3>{answer === null ? 'Pregunta sin responder' : 'Pregunta'}</h3>
      <blockquote>
        <p>{text}</p>
        <footer>{formatInstantAsDay(askedAt)}</footer>
      </blockquote>
      {answer !== null && answeredAt && !isChanging && (
        <>
          <p>
            <strong>Tu respuesta, del {formatInstantAsDay(answeredAt)}:</strong> {answer}
          </p>
          <Button variant="plain" size="small" onClick={() => setChanging(true)}>
            Cambiar la respuesta
          </Button>
        </>
      )}
      {(answer === null || isChanging) && (
        <Answer {...props} close={answer === null ? undefined : () => setChanging(false)} />
      )}
    </div>
  )
}

interface AnswerProps extends QuestionProps {
  readonly close: (() => void) | undefined
}

function Answer({ customerId, budgetId, question: { askedAt, answer }, close }: AnswerProps) {
  const { form, draft } = useDraftForm(
    { form: 'budget-answer', of: budgetId },
    { resolver: zodResolver(AnswerForm), defaultValues: { answer: answer ?? '' } },
  )
  const { mutate, error, isPending } = useBudgetMutation(
    apiContract.customerBudgets.answerBudgetQuestion,
    customerId,
    () => {
      draft.saved()
      showNotice.success('Respuesta guardada', 'El cliente la lee en su panel, junto al presupuesto.')
      close?.()
    },
  )
  const send = form.handleSubmit((given) =>
    mutate({ params: { customerId, budgetId }, body: { askedAt, answer: given.answer } }),
  )
  return (
    <Form draft={draft} refused={error} onSubmit={(event) => void send(event)}>
      <TextAreaField
        label="Tu respuesta"
        rows={3}
        required
        maxLength={500}
        error={form.formState.errors.answer?.message}
        {...form.register('answer')}
      />
      <FormErrorNotice
        error={error}
        title="No se ha guardado la respuesta."
        reason={
          isEditConflictError(error) ? 'Mientras tanto ha preguntado otra cosa, o la ha respondido alguien.' : undefined
        }
      />
      <div className="customer-budget-actions">
        {close && <CancelButton onClick={close} />}
        <Button type="submit" size="small" busy={isPending} busyText="Guardando...">
          Responder
        </Button>
      </div>
    </Form>
  )
}
