import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { formatEarlyHourOfPractice } from '#contract/cancellation-sentences'
import { EARLY_START_REQUEST } from '#contract/rules-before-paying'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { useLinkToken } from '../../ui/use-mailed-link.ts'
import { ConsultationTime } from './consultation-time.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import './slot-proposals.css'

const { readAttendance, confirmAttendance } = apiContract.attendance
const MY_CONSULTATIONS = '/client?tab=consultations'

interface Appointment {
  readonly startsAt: string
  readonly durationMinutes: number
  readonly earlyStartUntil: string | null
}

const Confirmed = ({ startsAt, durationMinutes }: Omit<Appointment, 'earlyStartUntil'>) => (
  <>
    <span className="card-mark">
      <CircleCheck size={28} aria-hidden="true" />
    </span>
    <h1>Te esperamos</h1>
    <p role="status">
      Has confirmado tu cita: <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />. No tienes que hacer
      nada más.
    </p>
    <ButtonLink to={MY_CONSULTATIONS}>Ver mis consultas</ButtonLink>
  </>
)

const explain = (error: unknown): string => {
  if (!(error instanceof ApiError)) return toErrorMessage(error)
  if (error.code === 'consultation-closed') {
    return 'Esta cita ya no es a esa hora: se ha cambiado, se ha cancelado o ya ha pasado. En tu panel verás cómo está.'
  }
  return error.code === 'link-invalid'
    ? 'El enlace no está completo o ha caducado. En tu panel verás tus citas.'
    : toErrorMessage(error)
}

const Unusable = ({ text, retry }: { readonly text: string; readonly retry?: () => void }) => (
  <>
    <h1>No podemos confirmar la cita</h1>
    <p role="alert">{text}</p>
    {retry ? <RetryButton retry={retry} /> : <ButtonLink to={MY_CONSULTATIONS}>Ir a mi panel</ButtonLink>}
  </>
)

/** Needs a button, because mail programs open links to scan them. */
function Question({ token, appointment }: { readonly token: string; readonly appointment: Appointment }) {
  const { mutate, isPending, data, error } = useMutation(endpointMutationOptions(confirmAttendance))
  const { startsAt, durationMinutes, earlyStartUntil } = appointment
  const [isTicked, setTicked] = useState(false)
  const consents = isTicked && { consents: { expressRequest: true, acknowledgement: true } }
  if (data) return <Confirmed {...data} />
  if (error instanceof ApiError && (error.code === 'consultation-closed' || error.code === 'link-invalid'))
    return <Unusable text={explain(error)} />
  return (
    <>
      <h1>¿Vendrás a tu cita?</h1>
      <div className="proposed-day">
        <CalendarLeaf instant={startsAt} />
        <p>
          Es el <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />, por videollamada.
        </p>
      </div>
      {earlyStartUntil && (
        <div className="consultation-question">
          <p>{formatEarlyHourOfPractice(earlyStartUntil)}</p>
          <CheckboxField
            name="consents"
            label={EARLY_START_REQUEST}
            checked={isTicked}
            onChange={({ target }) => setTicked(target.checked)}
          />
        </div>
      )}
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
      <div className="slot-steps">
        <Button
          size="large"
          busy={isPending}
          busyText="Confirmando..."
          onClick={() => mutate({ body: { token, ...consents } })}
        >
          Confirmo que iré
        </Button>
        <ButtonLink to={MY_CONSULTATIONS} variant="plain">
          No puedo ir
        </ButtonLink>
      </div>
    </>
  )
}

function LinkedAppointment({ token }: { readonly token: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['attendance', token],
    queryFn: () => callApi(readAttendance, { body: { token } }),
    staleTime: Infinity,
    // Not cached, so that coming back to the page shows the current state.
    gcTime: 0,
  })
  if (isPending) {
    return (
      <div className="result-wait" role="status">
        <span className="screen-turning" aria-hidden="true" />
        <h1>Abriendo tu cita...</h1>
      </div>
    )
  }
  if (!data)
    return <Unusable text={explain(error)} {...(!(error instanceof ApiError) && { retry: () => void refetch() })} />
  return data.confirmed ? <Confirmed {...data} /> : <Question token={token} appointment={data} />
}

export function ConfirmAttendancePage() {
  const token = useLinkToken()
  return (
    <CardPageLayout>
      <PageHead title="Confirmar tu cita" hidden />
      {token ? (
        <LinkedAppointment token={token} />
      ) : (
        <Unusable text="Abre el enlace completo del correo que te enviamos." />
      )}
    </CardPageLayout>
  )
}
