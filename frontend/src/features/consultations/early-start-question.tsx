import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { formatEarlyHourOfPractice } from '#contract/cancellation-sentences'
import { EARLY_START_REQUEST } from '#contract/rules-before-paying'
import type { OwnConsultation } from '#contract/consultation'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { useOwnCancellationOptions } from './use-own-consultations.ts'
import './consultation-question.css'

/**
 * For a paid hour within the withdrawal period that the practice scheduled. Clients who choose an hour themselves are
 * asked then.
 */
export function EarlyStartQuestion({ consultation }: { readonly consultation: OwnConsultation }) {
  const until = useOwnCancellationOptions(consultation).data?.earlyStartUntil
  const isToCome = consultation.startsAt > useCurrentMinute().toISOString()
  if (!until || !isToCome || Date.parse(consultation.startsAt) >= Date.parse(until)) return null
  return <Question consultation={consultation} until={until} />
}

interface QuestionProps {
  readonly consultation: OwnConsultation
  readonly until: string
}

function Question({ consultation: { consultationId, startsAt }, until }: QuestionProps) {
  const queries = useQueryClient()
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.ownConsultations.requestEarlyStart),
    onSuccess: () => showNotice.success('Petición guardada'),
    onSettled: () => invalidateQueriesByPath(queries, apiContract.ownConsultations.listMine.path),
  })
  const ask = () => {
    setMissing(!isTicked)
    const body = { startsAt, expressRequest: true, acknowledgement: true } as const
    if (isTicked) mutate({ params: { consultationId }, body })
  }
  return (
    <div className="consultation-question">
      <p>{formatEarlyHourOfPractice(until)}</p>
      <CheckboxField
        name={`early-start-${consultationId}`}
        label={EARLY_START_REQUEST}
        checked={isTicked}
        error={isMissing && !isTicked ? 'Marca la casilla para pedirlo.' : undefined}
        onChange={({ target }) => setTicked(target.checked)}
      />
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
      <div className="consultation-question-actions">
        <Button size="small" busy={isPending} busyText="Guardando..." onClick={ask}>
          Pedirla para ese día
        </Button>
      </div>
    </div>
  )
}
