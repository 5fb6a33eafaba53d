import { useQuery } from '@tanstack/react-query'
import { openingHoursLabels } from '#contract/opening-hours'
import type { OpeningHoursOverview } from '#contract/opening-hours-endpoints'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { BookingRulesCard, LengthsCard } from './booking-rules-cards.tsx'
import { DatesCard } from './opening-hours-dates-card.tsx'
import { daysOfWeek } from './opening-hours-values.ts'
import {
  listConsultationsOutsideHours,
  OUTSIDE_HOURS_TITLE_ID,
  ConsultationsOutsideHours,
} from './consultations-outside-hours.tsx'
import { AnswerTimeCard } from './answer-time-card.tsx'
import { RoomCard } from './room-card.tsx'
import { openingHoursQuery, type OpeningHoursFormState, useOpeningHoursForm } from './use-opening-hours-form.ts'
import { WeekCard } from './opening-hours-week-card.tsx'
import './opening-hours.css'

export function OpeningHoursSettings() {
  const { data, error, refetch } = useQuery(openingHoursQuery)
  if (data) return <OpeningHoursForm overview={data} />
  if (error) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  return <CardLoading text="Cargando el horario..." />
}

const inputNames = {
  ...Object.fromEntries(daysOfWeek.map((day) => [day, `${day}.0.opensAt`])),
  closures: 'closures.0.from',
  extraOpenings: 'extraOpenings.0.day',
  types: 'types.primera_consulta.durationMinutes',
}

const refusalTexts = {
  'changed-meanwhile':
    'Otra persona ha guardado el horario mientras lo cambiabas. Tus cambios siguen aquí, encima de los suyos: revísalos y vuelve a guardar.',
}

function OpeningHoursForm({ overview }: { readonly overview: OpeningHoursOverview }) {
  const state = useOpeningHoursForm(overview)
  const { draft, error, isPending, submit, hours } = state
  const outside = listConsultationsOutsideHours(hours, overview.items)
  return (
    <Form
      draft={draft}
      refused={error}
      inputNames={inputNames}
      refusalTexts={refusalTexts}
      className="hours-form"
      onSubmit={(event) => void submit(event)}
    >
      {!isPending && <FormErrorNotice error={error} title="No se pudo guardar el horario" />}
      <div className="hours-columns">
        <div className="hours-column">
          <WeekCard state={state} />
          <ConsultationsOutsideHours consultations={outside} />
          <DatesCard state={state} />
        </div>
        <div className="hours-column">
          <LengthsCard state={state} />
          <BookingRulesCard state={state} booked={overview.items} />
          <RoomCard state={state} />
          <AnswerTimeCard state={state} />
        </div>
      </div>
      <SaveBar state={state} outside={outside.length} />
    </Form>
  )
}

const changesText = (changed: OpeningHoursFormState['changed']): string =>
  changed.length === 1 ? '1 cambio sin guardar: ' : `${changed.length} cambios sin guardar: `

const outsideText = (outside: number): string =>
  outside === 1 ? 'Deja fuera 1 consulta' : `Deja fuera ${outside} consultas`

function showOutside(): void {
  const title = document.getElementById(OUTSIDE_HOURS_TITLE_ID)
  title?.scrollIntoView({ block: 'center' })
  title?.focus()
}

function SaveBar({ state, outside }: { readonly state: OpeningHoursFormState; readonly outside: number }) {
  const { changed, draft, isPending } = state
  return (
    <div className="hours-save">
      <p>
        {changed.length === 0 ? (
          'Nada por guardar.'
        ) : (
          <>
            <strong>{changesText(changed)}</strong>
            {changed.map((field) => openingHoursLabels[field].toLowerCase()).join(', ')}.{' '}
            {outside > 0 && (
              <Button variant="plain" size="small" onClick={showOutside}>
                {outsideText(outside)}
              </Button>
            )}
          </>
        )}
      </p>
      {changed.length > 0 && (
        <Button variant="plain" onClick={draft.startOver}>
          Descartar
        </Button>
      )}
      <Button type="submit" busy={isPending} busyText="Guardando...">
        Guardar horario
      </Button>
    </div>
  )
}
