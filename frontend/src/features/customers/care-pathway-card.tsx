import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiContract } from '#contract/api'
import {
  type CarePathway,
  type CarePathwayDue,
  type CarePathwayFact,
  type CarePathwayStep,
  type CarePathwayTurn,
  carePathwaySteps,
} from '#contract/care-pathway'
import type { CustomerPathway } from '#contract/customer-lists'
import { carePathwayCorrectionReasonLabels, carePathwayStateLabels } from '#contract/care-pathway-labels'
import { isEditConflictError } from '../../api/api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatCalendarDay, formatInstantAsDay, formatInstantAsShortDay } from '../../ui/format.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { CarePathwayCorrectionDialog, listOfferedStates } from './care-pathway-correction-dialog.tsx'
import './record-pathway.css'

interface OfCustomer {
  readonly customerId: string
}

export const carePathwayOptions = (params: OfCustomer) =>
  endpointQueryOptions(apiContract.customers.readPathway, { params })

interface CardProps extends OfCustomer {
  readonly next?: ReactNode
}

export function CarePathwayCard({ customerId, next }: CardProps) {
  const { data, isPending, error, refetch } = useQuery(carePathwayOptions({ customerId }))
  const [isCorrecting, setCorrecting] = useState(false)
  return (
    <Card id="care-pathway-title" title="Proceso">
      {isPending && <CardLoading text="Cargando el proceso..." />}
      {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && (
        <>
          <ol className="record-pathway">
            {carePathwaySteps.map((step) => (
              <Step key={step} step={step} pathway={data} />
            ))}
          </ol>
          <div className="record-pathway-turn">
            <p>
              {isAsked(data) && (
                <>
                  <strong>{turnTexts.practice}</strong>: pregunta sin responder.{' '}
                </>
              )}
              <strong>
                {data.turn === 'nobody' && data.tasks.length > 0 ? 'Ningún paso pendiente' : turnTexts[data.turn]}
              </strong>
              : {carePathwayStateLabels[data.state]}
              {data.due && `, ${toDueText(data, data.due)}`}.
            </p>
            {next}
            {listOfferedStates(data).length > 0 && (
              <Button variant="secondary" size="small" onClick={() => setCorrecting(true)}>
                Corregir el paso
              </Button>
            )}
          </div>
          <Corrections customerId={customerId} pathway={data} />
          {isCorrecting && (
            <CarePathwayCorrectionDialog customerId={customerId} pathway={data} close={() => setCorrecting(false)} />
          )}
        </>
      )}
    </Card>
  )
}

/** As in the list of clients: an unanswered question makes it the practice's turn, whatever the pathway says. */
const isAsked = ({ turn, tasks }: CustomerPathway): boolean => turn !== 'practice' && tasks.includes('question-waiting')

const turnTexts: Readonly<Record<CarePathwayTurn, string>> = {
  client: 'Le toca al cliente',
  practice: 'Te toca a ti',
  laboratory: 'Le toca al laboratorio',
  nobody: 'Sin nada pendiente',
}

function toDueText({ state, turn }: CarePathway, { day, isAbout }: CarePathwayDue): string {
  // Inclusive: the budget can be accepted until the end of this day.
  if (state === 'budget-to-answer') return `hasta el ${formatCalendarDay(day)}`
  if (turn === 'nobody') return `el ${formatCalendarDay(day)}`
  return isAbout ? `hacia el ${formatCalendarDay(day)}` : `como muy tarde el ${formatCalendarDay(day)}`
}

const steps: Readonly<Record<CarePathwayStep, { readonly name: string; readonly since: readonly CarePathwayFact[] }>> =
  {
    1: { name: 'Reserva', since: ['paid', 'orderToSchedule'] },
    2: { name: 'Primera consulta', since: ['firstHeld', 'hourBooked'] },
    3: { name: 'Analíticas', since: ['analysesDone', 'sampleReceived', 'kitSent', 'analysesRequested'] },
    4: { name: 'Resultados y pauta', since: ['planPublished'] },
    5: { name: 'Seguimiento', since: ['finished', 'followUpHeld'] },
  }

function Step({ step, pathway }: { readonly step: CarePathwayStep; readonly pathway: CarePathway }) {
  const { name, since } = steps[step]
  const at = since.flatMap((fact) => pathway.facts[fact] ?? [])[0]
  const isDone = step < pathway.step || pathway.state === 'finished'
  const isPresent = step === pathway.step && !isDone
  return (
    <li className={isDone ? 'is-done' : undefined} aria-current={isPresent ? 'step' : undefined}>
      <span className="record-pathway-mark" aria-hidden="true">
        {isDone ? '✓' : step}
      </span>
      <span>
        <span className="record-pathway-name">{name}</span>
        <span className="visually-hidden">{isDone ? ', hecho' : ''}</span>
        {at && step <= pathway.step && <span className="record-pathway-day">{formatInstantAsShortDay(at)}</span>}
      </span>
    </li>
  )
}

const toWithdrawalErrorMessage = (error: unknown): string =>
  isEditConflictError(error)
    ? 'El proceso ha cambiado mientras tanto. Ya lo ves como está ahora: repásalo y vuelve a intentarlo.'
    : toErrorMessage(error)

function Corrections({ customerId, pathway }: OfCustomer & { readonly pathway: CarePathway }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.customers.withdrawPathwayCorrection),
    onSuccess: (changed) => {
      queries.setQueryData(carePathwayOptions({ customerId }).queryKey, changed)
      showNotice.success('Corrección retirada')
    },
    onError: (error) => {
      showNotice.failure('No se pudo retirar la corrección', toWithdrawalErrorMessage(error))
      void invalidateEndpoints(queries, apiContract.customers.readPathway)
    },
  })
  if (pathway.corrections.length === 0) return null
  const { version } = pathway
  return (
    <ul className="record-pathway-corrections" aria-label="Correcciones">
      {pathway.corrections.map(({ correctionId, state, reason, note, statedAt }) => (
        <li key={correctionId}>
          <span>
            {formatInstantAsDay(statedAt)}: {carePathwayStateLabels[state]}.{' '}
            {note ?? carePathwayCorrectionReasonLabels[reason]}
          </span>
          <Button
            variant="plain"
            size="small"
            aria-label={`Retirar la corrección: ${carePathwayStateLabels[state]}`}
            busy={isPending}
            busyText="Retirando..."
            onClick={() => mutate({ params: { customerId, correctionId }, query: { version } })}
          >
            Retirar
          </Button>
        </li>
      ))}
    </ul>
  )
}
