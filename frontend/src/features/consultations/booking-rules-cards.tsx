import { useMemo } from 'react'
import { type NoShowRule, noShowRules } from '#contract/cancellation-rules'
import { computeBookableDays, listFreeSlots } from '#contract/free-slots'
import { type OpeningHours, openingHoursLabels, startSteps } from '#contract/opening-hours'
import type { OpeningHoursOverview } from '#contract/opening-hours-endpoints'
import { consultationTypeLabels } from '#contract/status-labels'
import { Card } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { FittingPerDay, toStepText, useFits, WastefulPauses } from './fitting-per-day.tsx'
import { NumberInput } from './hours-input.tsx'
import type { OpeningHoursFormState } from './use-opening-hours-form.ts'

const MINUTE_MS = 60_000

const noShowRuleLabels: Readonly<Record<NoShowRule, string>> = {
  lost: 'El pago se pierde',
  'another-hour': 'Se le da otra hora con el mismo pago',
  refund: 'Se le devuelve el pago',
}

interface RulesProps {
  readonly state: OpeningHoursFormState
  readonly booked: OpeningHoursOverview['items']
}

export function LengthsCard({ state: { form, hours } }: Pick<RulesProps, 'state'>) {
  const fits = useFits(hours)
  return (
    <Card id="hours-lengths" title={openingHoursLabels.types}>
      <p className="field-hint">Minutos de consulta y de pausa después.</p>
      <WastefulPauses form={form} step={hours.startEveryMinutes} fits={fits} />
      <ul className="hours-lengths">
        {fits.map((fit) => {
          const { type } = fit
          const name = consultationTypeLabels[type]
          const errors = form.formState.errors.types?.[type]
          return (
            <li key={type} className="hours-line">
              <span className="hours-type">{name}</span>
              <NumberInput
                label={`${name}: duración en minutos`}
                min={15}
                max={240}
                step={15}
                error={errors?.durationMinutes?.message}
                {...form.register(`types.${type}.durationMinutes`)}
              />
              <span aria-hidden="true">+</span>
              <NumberInput
                label={`${name}: pausa en minutos`}
                unit="min"
                min={0}
                max={120}
                step={5}
                error={errors?.pauseMinutes?.message}
                {...form.register(`types.${type}.pauseMinutes`)}
              />
              <FittingPerDay form={form} fit={fit} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

export const BookingRulesCard = ({ state, booked }: RulesProps) => {
  const { register, formState } = state.form
  return (
    <Card id="hours-rules" title="Cuándo se puede reservar">
      <ul className="hours-lengths">
        <li className="hours-line">
          <span className="hours-type">{openingHoursLabels.noticeHours}</span>
          <NumberInput
            label="Antelación mínima en horas"
            unit="horas"
            min={0}
            max={336}
            error={formState.errors.noticeHours?.message}
            {...register('noticeHours')}
          />
        </li>
        <li className="hours-line">
          <span className="hours-type">{openingHoursLabels.horizonDays}</span>
          <NumberInput
            label="Hasta dentro de cuántos días"
            unit="días"
            min={1}
            max={365}
            error={formState.errors.horizonDays?.message}
            {...register('horizonDays')}
          />
        </li>
      </ul>
      <SelectField
        label="Las horas se ofrecen"
        hint="Contando desde cada apertura."
        options={startSteps.map((step) => [`${step}`, toStepText(step)])}
        error={formState.errors.startEveryMinutes?.message}
        {...register('startEveryMinutes')}
      />
      <SelectField
        label={openingHoursLabels.noShowRule}
        hint="Cuando ya ha pasado el plazo de 14 días para desistir, o si paga después de la hora. Se dice antes de pagar: lo que ya está pagado sigue con la regla de entonces."
        options={noShowRules.map((rule) => [rule, noShowRuleLabels[rule]])}
        error={formState.errors.noShowRule?.message}
        {...register('noShowRule')}
      />
      <BookableNow hours={state.hours} booked={booked} />
    </Card>
  )
}

/** Not recomputed for unrelated input: it searches all bookable days, up to a year. */
function useFirstAndLastHour(hours: OpeningHours, bookings: RulesProps['booked']) {
  const settings = JSON.stringify(hours)
  const minute = Math.ceil(getServerNow().getTime() / MINUTE_MS)
  return useMemo(() => {
    const same = JSON.parse(settings) as OpeningHours
    const now = new Date(minute * MINUTE_MS)
    const days = computeBookableDays(same, now)
    const slots = listFreeSlots({ hours: same, now, bookings, holds: [], type: 'primera_consulta', ...days })
    return { first: slots[0], last: slots.at(-1) }
  }, [settings, minute, bookings])
}

function BookableNow({ hours, booked }: Pick<RulesProps, 'booked'> & Pick<OpeningHoursFormState, 'hours'>) {
  const { first, last } = useFirstAndLastHour(hours, booked)
  if (!first || !last)
    return (
      <p className="hours-bookable" role="status">
        Así no queda ningún hueco para una primera consulta.
      </p>
    )
  return (
    <p className="hours-bookable">
      Ahora el primer hueco para una primera consulta es el{' '}
      <strong>
        {formatWeekdayDate(first)}, {formatTime(first)}
      </strong>{' '}
      y el último, el{' '}
      <strong>
        {formatWeekdayDate(last)}, {formatTime(last)}
      </strong>
      .
    </p>
  )
}
