import { useMemo } from 'react'
import { type ConsultationType, consultationTypes } from '#contract/consultation-types'
import {
  countPerDay,
  countWithoutWastefulPause,
  findBetterStartStep,
  type ConsultationsPerDay,
} from '#contract/consultations-per-day'
import type { OpeningHours } from '#contract/opening-hours'
import { consultationTypeLabels } from '#contract/status-labels'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import type { OpeningHoursFormState } from './use-opening-hours-form.ts'

type Step = OpeningHours['startEveryMinutes']

export const toStepText = (step: Step): string => (step === 60 ? 'cada hora' : `cada ${step} minutos`)

const rank = (type: ConsultationType): number => (type === 'primera_consulta' ? 0 : 1)
/** The first consultation, which is sold on the web, comes first. */
const typesInOrder = consultationTypes.toSorted((one, other) => rank(one) - rank(other))

interface Fit {
  readonly type: ConsultationType
  readonly perDay: ConsultationsPerDay | undefined
  /** Capacity without the pause, if the pause wastes hours; otherwise undefined. */
  readonly withoutPause: ConsultationsPerDay | undefined
  readonly other: { readonly step: Step; readonly perDay: ConsultationsPerDay } | undefined
}

function computeFit(hours: OpeningHours, type: ConsultationType): Fit {
  const withoutPause = countWithoutWastefulPause(hours, type)
  const step = withoutPause && findBetterStartStep(hours, type)
  const perDay = step && countPerDay({ ...hours, startEveryMinutes: step }, type)
  return { type, perDay: countPerDay(hours, type), withoutPause, other: perDay && { step, perDay } }
}

/** Not recomputed for unrelated input: it takes 100 ms on a phone. */
export function useFits(hours: OpeningHours): readonly Fit[] {
  const settings = JSON.stringify({ ...hours, closures: [], extraOpenings: [], noticeHours: 0, horizonDays: 14 })
  return useMemo(() => {
    const same = JSON.parse(settings) as OpeningHours
    return typesInOrder.map((type) => computeFit(same, type))
  }, [settings])
}

const toNumberText = ({ fewest, most }: ConsultationsPerDay): string =>
  fewest === most ? `${most}` : `de ${fewest} a ${most}`

const toFitText = (fit: ConsultationsPerDay): string => {
  if (fit.most === 0) return 'No cabe ninguna'
  return fit.fewest === 1 && fit.most === 1 ? 'Cabe 1 al día' : `Caben ${toNumberText(fit)} al día`
}

type Form = OpeningHoursFormState['form']

export function FittingPerDay({ form, fit }: { readonly form: Form; readonly fit: Fit }) {
  const { type, perDay, withoutPause } = fit
  if (!perDay) return null
  const field = `types.${type}.pauseMinutes` as const
  const removePause = () => {
    form.setValue(field, '0', { shouldDirty: true, shouldValidate: true })
    form.setFocus(field)
  }
  return (
    <p className="hours-fit">
      {toFitText(perDay)}
      {withoutPause ? `; sin pausa, ${toNumberText(withoutPause)}. ` : '.'}
      {withoutPause && (
        <Button variant="plain" size="small" onClick={removePause}>
          Sin pausa <span className="visually-hidden">en {consultationTypeLabels[type]}</span>
        </Button>
      )}
    </p>
  )
}

interface WastefulPausesProps {
  readonly form: Form
  readonly step: Step
  readonly fits: readonly Fit[]
}

export function WastefulPauses({ form, step, fits }: WastefulPausesProps) {
  const wasteful = fits.filter(({ withoutPause }) => withoutPause)
  if (wasteful.length === 0) return null
  const { type, other } = wasteful.find((fit) => fit.other) ?? {}
  return (
    <NoticeBox>
      <p>Se pierden huecos: las horas se ofrecen {toStepText(step)}, y cuando acaba la pausa no empieza ninguna.</p>
      {type && other && <OtherStep form={form} type={type} {...other} />}
    </NoticeBox>
  )
}

interface OtherStepProps extends Pick<WastefulPausesProps, 'form' | 'step'> {
  readonly type: ConsultationType
  readonly perDay: ConsultationsPerDay
}

function OtherStep({ form, type, step, perDay }: OtherStepProps) {
  const change = () => {
    form.setValue('startEveryMinutes', `${step}`, { shouldDirty: true, shouldValidate: true })
    form.setFocus('startEveryMinutes')
  }
  return (
    <>
      <p>
        {consultationTypeLabels[type]}, {toStepText(step)} y con la misma pausa: {toFitText(perDay).toLowerCase()}.
      </p>
      <Button variant="secondary" size="small" onClick={change}>
        Ofrecer horas {toStepText(step)}
      </Button>
    </>
  )
}
