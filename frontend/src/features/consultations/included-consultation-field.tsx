import { explainEarlyStartOfBudgetToPractice } from '#contract/cancellation-sentences'
import { consultationTypeLabels } from '#contract/status-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatInteger } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { countLeft, type IncludedConsultations } from './use-included-consultations.ts'
import { RetryButton } from '../../ui/retry-button.tsx'

const APART = 'aparte'

interface IncludedConsultationFieldProps {
  readonly offer: {
    readonly included: readonly IncludedConsultations[]
    readonly error: Error | null
    readonly retry: () => void
  }
  readonly chosen: IncludedConsultations | undefined
  readonly startsAt: string | undefined
  readonly choose: (budgetId: string) => void
}

export function IncludedConsultationField({ offer, chosen, startsAt, choose }: IncludedConsultationFieldProps) {
  const { included, error, retry } = offer
  if (error)
    return (
      <NoticeBox kind="problem">
        <p>No hemos podido mirar si su presupuesto incluye esta consulta. {toErrorMessage(error)}</p>
        <RetryButton variant="secondary" size="small" retry={retry} />
      </NoticeBox>
    )
  const bookable = included.filter(({ consultations }) => consultations.free > 0)
  return (
    <>
      {bookable.length > 0 && (
        <SelectField
          name="budgetId"
          label="Cómo se paga"
          options={[
            ...bookable.map((each) => [each.budgetId, toOfferText(each, bookable.length)] as const),
            [APART, 'Aparte del presupuesto'],
          ]}
          value={chosen?.budgetId ?? APART}
          hint={chosen && toUseText(chosen)}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      {included
        .filter(({ consultations }) => consultations.free === 0)
        .map((each) => (
          <NoticeBox key={each.budgetId}>{toBlockedText(each)}</NoticeBox>
        ))}
      {chosen && <EarlyHour of={chosen} startsAt={startsAt} />}
    </>
  )
}

const toLeftText = (of: IncludedConsultations): string => {
  const left = countLeft(of)
  return `${left === 1 ? 'queda' : 'quedan'} ${formatInteger(left)} de ${formatInteger(of.consultations.count)}`
}

/** The option's name is added only if there are several: a phone truncates longer texts. */
const toOfferText = ({ option }: IncludedConsultations, count: number): string =>
  count > 1 ? `Incluida en ${option.title}` : 'Incluida en su presupuesto'

const toUseText = (of: IncludedConsultations): string => {
  const { type, durationMinutes } = of.option.consultations
  const { blocked } = of.consultations
  const waiting = blocked > 0 ? ` ${toWaitingText(blocked)}.` : ''
  return `${of.option.title}: ${toLeftText(of)}. ${consultationTypeLabels[type]} de ${durationMinutes} minutos, sin cobrarle nada más.${waiting}`
}

const toWaitingText = (blocked: number): string =>
  blocked === 1 ? 'Otra espera a que pague su parte' : `Otras ${formatInteger(blocked)} esperan a que pague su parte`

const toBlockedText = (of: IncludedConsultations): string =>
  `Su presupuesto ${of.option.title} incluye consultas (${toLeftText(of)}), pero antes tiene que pagar la parte que les corresponde. Esta consulta no cuenta como una de ellas.`

interface EarlyHourProps {
  readonly of: IncludedConsultations
  readonly startsAt: string | undefined
}

const EarlyHour = ({ of: { earlyStartUntil }, startsAt }: EarlyHourProps) =>
  earlyStartUntil && startsAt && Date.parse(startsAt) < Date.parse(earlyStartUntil) ? (
    <NoticeBox>{explainEarlyStartOfBudgetToPractice(earlyStartUntil)}</NoticeBox>
  ) : null
