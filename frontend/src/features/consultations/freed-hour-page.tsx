import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { apiContract } from '#contract/api'
import type { LinkedFreedHour } from '#contract/linked-freed-hours'
import { ApiError, hasApiErrorCode } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { useLinkToken } from '../../ui/use-mailed-link.ts'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime } from '../../ui/wall-time.ts'
import { ConsultationTime } from './consultation-time.tsx'
import { useEarlyStartBox } from './early-start-box.tsx'
import { FREED_HOUR_EARLY_START_MISSING, FreedHourButtons } from './freed-hour-buttons.tsx'
import { SlotDay } from './slot-proposals.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'

const { readFreedHour, takeLinkedFreedHour, declineLinkedFreedHour } = apiContract.linkedFreedHours
const MY_CONSULTATIONS = '/client?tab=consultations'

const Taken = ({ startsAt, durationMinutes }: LinkedFreedHour) => (
  <>
    <span className="card-mark">
      <CircleCheck size={28} aria-hidden="true" />
    </span>
    <h1>La hora es tuya</h1>
    <p role="status">
      Tu cita es ahora el <ConsultationTime startsAt={startsAt} minutes={durationMinutes ?? 0} />. Te hemos enviado la
      confirmación por correo.
    </p>
    <ButtonLink to={MY_CONSULTATIONS}>Ver mis consultas</ButtonLink>
  </>
)

const Unusable = ({
  title,
  text,
  retry,
}: {
  readonly title: string
  readonly text: string
  readonly retry?: () => void
}) => (
  <>
    <h1>{title}</h1>
    <p role="alert">{text}</p>
    {retry ? <RetryButton retry={retry} /> : <ButtonLink to={MY_CONSULTATIONS}>Ir a mi panel</ButtonLink>}
  </>
)

const Gone = () => (
  <Unusable
    title="Esta hora ya no está guardada para ti"
    text="La rechazaste, se ha acabado el tiempo o tu cita ha cambiado. En tu panel verás lo que tienes."
  />
)

const Declined = () => (
  <>
    <h1>De acuerdo</h1>
    <p role="status">Ya no te guardamos esta hora. Lo que tenías sigue como estaba.</p>
    <ButtonLink to={MY_CONSULTATIONS}>Ver mis consultas</ButtonLink>
  </>
)

interface Answers {
  readonly taken: LinkedFreedHour | undefined
  readonly declined: LinkedFreedHour | undefined
  readonly problem: unknown
}

function showEnd({ taken, declined, problem }: Answers) {
  const answered = taken ?? declined
  // Also if another window had taken it before it was declined here.
  if (answered?.state === 'taken') return <Taken {...answered} />
  if (declined?.state === 'gone') return <Declined />
  return answered?.state === 'gone' || hasApiErrorCode(problem, 'hold-expired') ? <Gone /> : null
}

/** Needs a button, because mail programs open links to scan them. */
function Question({ token, hour }: { readonly token: string; readonly hour: LinkedFreedHour }) {
  const taking = useMutation(endpointMutationOptions(takeLinkedFreedHour))
  const declining = useMutation(endpointMutationOptions(declineLinkedFreedHour))
  const earlyStart = useEarlyStartBox(
    hour.startsAt,
    hour.earlyStartUntil,
    taking.error,
    () => FREED_HOUR_EARLY_START_MISSING,
  )
  const problem = taking.error ?? declining.error
  const ended = showEnd({ taken: taking.data, declined: declining.data, problem })
  if (ended) return ended
  return (
    <>
      <h1>Ha quedado libre un hueco antes</h1>
      <SlotDay startsAt={hour.startsAt} minutes={hour.durationMinutes ?? 0} />
      <p>
        {hour.until && `Te guardamos la hora hasta las ${formatTime(hour.until)}${formatViewerAside(hour.until)}.`} Lo
        que ya tienes no cambia hasta que la aceptes.
      </p>
      {earlyStart.box}
      {problem && <NoticeBox kind="problem">{toErrorMessage(problem)}</NoticeBox>}
      <div className="slot-steps">
        <FreedHourButtons
          take={{
            isPending: taking.isPending,
            send: () => !earlyStart.isLeftEmpty() && taking.mutate({ body: { token, ...earlyStart.given } }),
          }}
          decline={{ isPending: declining.isPending, send: () => declining.mutate({ body: { token } }) }}
        />
      </div>
    </>
  )
}

function LinkedHour({ token }: { readonly token: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['freed-hour', token],
    queryFn: () => callApi(readFreedHour, { body: { token } }),
    staleTime: Infinity,
    // Not cached, so that coming back to the page shows the current state.
    gcTime: 0,
  })
  if (isPending) {
    return (
      <div className="result-wait" role="status">
        <span className="screen-turning" aria-hidden="true" />
        <h1>Abriendo la hora...</h1>
      </div>
    )
  }
  if (data?.state === 'open') return <Question token={token} hour={data} />
  if (data) return data.state === 'taken' ? <Taken {...data} /> : <Gone />
  return (
    <Unusable
      title="No podemos enseñarte la hora"
      text={
        hasApiErrorCode(error, 'link-invalid')
          ? 'El enlace no está completo o ha caducado. En tu panel verás tus citas.'
          : toErrorMessage(error)
      }
      {...(!(error instanceof ApiError) && { retry: () => void refetch() })}
    />
  )
}

/** `/hora-libre#token=…`, from the mail that offers a freed hour: opening it books nothing. */
export function FreedHourPage() {
  const token = useLinkToken()
  return (
    <CardPageLayout>
      <PageHead title="Un hueco antes" hidden />
      {token ? (
        <LinkedHour token={token} />
      ) : (
        <Unusable title="No podemos enseñarte la hora" text="Abre el enlace completo del correo que te enviamos." />
      )}
    </CardPageLayout>
  )
}
