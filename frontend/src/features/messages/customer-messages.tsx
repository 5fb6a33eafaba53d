import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiContract } from '#contract/api'
import { describeAnswerDays, describeAnswerDue } from '#contract/answer-time-text'
import type { MessageThread } from '#contract/messages'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { WriteMessage } from './message-form.tsx'
import { ReplyTemplates } from './reply-templates.tsx'
import { Thread } from './thread.tsx'
import { toCustomerThread, useThread } from './use-thread.ts'
import './messages.css'

interface CustomerMessagesProps {
  readonly customerId: string
  readonly name: string
}

export function CustomerMessages({ customerId, name }: CustomerMessagesProps) {
  const source = useMemo(() => toCustomerThread(customerId), [customerId])
  const state = useThread(source)
  const last = state.items?.find(({ from }) => from === 'client')?.sentAt
  return (
    <div className="sheet messages">
      <Thread source={source} state={state} other={name} empty={<p>Todavía no os habéis escrito.</p>} />
      {state.thread && (
        <AnswerTime customerId={customerId} thread={state.thread} last={last} setThread={state.setThread} />
      )}
      <WriteMessage source={source} state={state} label={`Mensaje para ${name}`} Templates={ReplyTemplates} />
    </div>
  )
}

interface AnswerTimeProps {
  readonly customerId: string
  readonly thread: MessageThread
  readonly last: string | undefined
  readonly setThread: (thread: MessageThread) => void
}

function AnswerTime({ customerId, thread: { question, answerDays }, last, setThread }: AnswerTimeProps) {
  const now = useCurrentMinute()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.messages.closeQuestion),
    onSuccess: setThread,
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
  if (!question)
    return (
      <p className="answer-time" role="status">
        Nada por responder. El plazo es de {describeAnswerDays(answerDays)}.{' '}
        <Link to="/admin/horario#hours-answers">Cambiarlo</Link>
      </p>
    )
  const due = describeAnswerDue(question.dueAt, now)
  return (
    <div className="answer-time answer-time-open">
      <p role="status">
        {question.dueAt > now.toISOString() ? `Responder antes d${due}.` : `La respuesta se esperaba antes d${due}.`}
      </p>
      {last && (
        <Button
          variant="plain"
          size="small"
          busy={isPending}
          onClick={() => mutate({ params: { customerId }, body: { until: last } })}
        >
          No hace falta responder
        </Button>
      )}
    </div>
  )
}
