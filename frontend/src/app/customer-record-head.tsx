import { Mail, Pencil, Phone, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { instantToWallTime } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import { isCurrentConsultation } from '#contract/consultation-room'
import type { CustomerRecord } from '#contract/customer'
import { computeAge, type QuestionnaireAnswerValues } from '#contract/questionnaire'
import { formatAnswer } from '#contract/questionnaire-answer-text'
import { consultationTypeLabels } from '#contract/status-labels'
import { useCustomerConsultationList } from '../features/consultations/agenda-queries.ts'
import { JoinCallLink } from '../features/consultations/join-call.tsx'
import { hasAllergies } from '../features/questionnaire/changes-since-visit.tsx'
import { useCustomerQuestionnaire } from '../features/questionnaire/use-customer-questionnaire.ts'
import { toPercent, useSupplementAdherence } from '../features/supplements/supplement-adherence.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { formatInstantAsShortDay, formatInteger } from '../ui/format.ts'
import { toPhoneLink } from '../ui/phone-link.ts'
import { useCurrentMinute } from '../ui/use-current-minute.ts'
import { usePracticeToday } from '../ui/use-practice-today.ts'
import { formatShortWeekdayDate, formatTime } from '../ui/wall-time.ts'
import './customer-record-head.css'

interface HeadProps {
  readonly customer: CustomerRecord
  readonly edit: () => void
}

export function CustomerRecordHead({ customer, edit }: HeadProps) {
  const { customerId, name, phone, email, birthDate } = customer
  const answers = useAnswers(customerId)
  const visits = useVisits(customerId)
  const today = usePracticeToday()
  const age = computeKnownAge(birthDate, answers.known, today)
  return (
    <header className="record-head">
      <div className="record-head-name">
        <h1>{name}</h1>
        {age !== undefined && <p>{age} años</p>}
        <div className="record-head-ways">
          {phone && (
            <a href={toPhoneLink(phone)}>
              <Phone size={18} aria-hidden="true" />
              {phone}
            </a>
          )}
          <a href={`mailto:${email}`}>
            <Mail size={18} aria-hidden="true" />
            <span>{email}</span>
          </a>
          <Button variant="plain" size="small" onClick={edit}>
            <Pencil size={18} aria-hidden="true" />
            Editar
          </Button>
        </div>
      </div>
      <dl className="record-head-facts">
        <Allergies answers={answers} />
        <Fact title="Medicación">{textOf(answers, 'currentMedications')}</Fact>
        <Fact title="Objetivos">{textOf(answers, 'healthGoals')}</Fact>
        <Fact title="Última visita">{visits.last ? <LastVisit visit={visits.last} /> : visits.none}</Fact>
        <Fact title="Próxima visita">
          {visits.next ? <NextVisit visit={visits.next} today={today} /> : visits.none}
        </Fact>
        <Adherence customerId={customerId} />
      </dl>
    </header>
  )
}

const LOADING = '…'
const FAILED = 'No se ha podido cargar'

interface Answers {
  readonly known: QuestionnaireAnswerValues | undefined
  readonly none: string
}

function useAnswers(customerId: string): Answers {
  const { data, isPending } = useCustomerQuestionnaire(customerId)
  if (!data) return { known: undefined, none: isPending ? LOADING : FAILED }
  return { known: data.pages[0]?.current?.answers, none: 'Sin cuestionario' }
}

/** The account's birth date, otherwise the one in the answers; an age without a date is as old as the answers. */
function computeKnownAge(
  birthDate: string | null,
  answers: QuestionnaireAnswerValues | undefined,
  today: string,
): number | undefined {
  const born = birthDate ?? answers?.dateOfBirth
  return (born ? computeAge(born, today) : answers?.age) ?? undefined
}

type HeadField = 'foodAllergies' | 'currentMedications' | 'healthGoals'

const textOf = ({ known, none }: Answers, field: HeadField): string =>
  known ? formatAnswer(field, known[field]) || 'Sin indicar' : none

const Fact = ({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

/** A missing answer is not shown as 'no allergies'. */
function Allergies({ answers }: { readonly answers: Answers }) {
  const isMarked = answers.known !== undefined && hasAllergies(answers.known)
  return (
    <div className={isMarked ? 'record-head-allergies' : undefined}>
      <dt>
        {isMarked && <TriangleAlert size={16} aria-hidden="true" />}
        Alergias
      </dt>
      <dd>{textOf(answers, 'foodAllergies')}</dd>
    </div>
  )
}

function useVisits(customerId: string) {
  const now = useCurrentMinute()
  const { data, isPending } = useCustomerConsultationList(customerId)
  if (!data) return { none: isPending ? LOADING : FAILED }
  const all = data.pages.flatMap(({ items }) => items)
  return {
    none: 'Ninguna',
    last: all.find(({ status }) => status === 'completed'),
    // Sorted latest first, so the last current one is the next.
    next: all.findLast((each) => isCurrentConsultation(each, now)),
  }
}

interface VisitProps {
  readonly visit: Consultation
}

const LastVisit = ({ visit: { startsAt, type } }: VisitProps) => (
  <>
    {formatInstantAsShortDay(startsAt)}, {consultationTypeLabels[type]}
  </>
)

const Hour = ({ of: startsAt }: { readonly of: string }) => (
  <time className="record-hour" dateTime={startsAt}>
    {formatTime(startsAt)} h
  </time>
)

function NextVisit({ visit: { startsAt, toConfirm }, today }: VisitProps & { readonly today: string }) {
  const isToday = instantToWallTime(startsAt).day === today
  return (
    <>
      {isToday ? 'Hoy' : formatShortWeekdayDate(startsAt)}, <Hour of={startsAt} />
      {toConfirm && ', por confirmar'}
    </>
  )
}

function Adherence({ customerId }: { readonly customerId: string }) {
  const { data, isPending } = useSupplementAdherence(customerId)
  const none = isPending ? LOADING : FAILED
  if (!data || data.due === 0) return <Fact title="Adherencia, 30 días">{data ? 'Sin tomas' : none}</Fact>
  return (
    <Fact title="Adherencia, 30 días">
      {toPercent(data)} %{' '}
      <span className="record-head-more">
        {formatInteger(data.taken)} de {formatInteger(data.due)} tomas
      </span>
    </Fact>
  )
}

const JOIN_BEFORE_MS = 15 * 60_000

/** The running consultation, from 15 minutes before its begin. */
export function RunningConsultation({ customerId }: { readonly customerId: string }) {
  const now = useCurrentMinute()
  const { data } = useCustomerConsultationList(customerId)
  const running = data?.pages
    .flatMap(({ items }) => items)
    .findLast((each) => isCurrentConsultation(each, now) && Date.parse(each.startsAt) - JOIN_BEFORE_MS <= now.getTime())
  if (!running || running.toConfirm) return null
  const { consultationId, type, startsAt } = running
  return (
    <section className="record-running" aria-label="Consulta de ahora">
      <p>
        <strong>{consultationTypeLabels[type]}</strong>, <Hour of={startsAt} />
      </p>
      <div className="record-join">
        <JoinCallLink consultation={running} />
      </div>
      <ButtonLink variant="secondary" size="small" to={`/client/${customerId}/notas/${consultationId}`}>
        Notas de la consulta
      </ButtonLink>
    </section>
  )
}
