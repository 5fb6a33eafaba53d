import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { PurchaseConsents } from '#contract/purchase-consents'
import type { FreedHourOffer, OwnWaitingPlace } from '#contract/waiting-list'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoadError } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime } from '../../ui/wall-time.ts'
import { ConsultationTime } from './consultation-time.tsx'
import { useEarlyStartBox } from './early-start-box.tsx'
import { FREED_HOUR_EARLY_START_MISSING, FreedHourButtons } from './freed-hour-buttons.tsx'
import { useOwnWaitingPlace } from './use-own-consultations.ts'

const { readOwnWaitingPlace, setOwnWaitingPlace, takeFreedHour, declineFreedHour, listMine } =
  apiContract.ownConsultations

export function OwnFreedHour() {
  const { data } = useOwnWaitingPlace()
  return data?.offer && <OfferedHour key={data.offer.startsAt} offer={data.offer} />
}

export function OwnWaitingPlaceSection() {
  const { data, error, refetch } = useOwnWaitingPlace()
  if (error && !data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  if (!data || (!data.waiting && !data.canWait)) return null
  return <WaitingSwitch place={data} />
}

function WaitingSwitch({ place: { waiting } }: { readonly place: OwnWaitingPlace }) {
  const queries = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (wanted: boolean) => callApi(setOwnWaitingPlace, { body: { waiting: wanted } }),
    onSettled: () => invalidateQueriesByPath(queries, readOwnWaitingPlace.path),
  })
  return (
    <div className="own-waiting">
      <SwitchField
        label="Avísame si queda libre un hueco antes"
        hint="Si queda libre un hueco antes, te lo guardamos hasta dos horas y te avisamos por correo. Lo que ya tienes no cambia hasta que lo aceptes."
        on={isPending ? variables : waiting}
        disabled={isPending}
        onSwitch={mutate}
      />
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
    </div>
  )
}

function OfferedHour({ offer }: { readonly offer: FreedHourOffer }) {
  const { startsAt, durationMinutes, until, earlyStartUntil } = offer
  const queries = useQueryClient()
  const reload = () => invalidateQueriesByPath(queries, listMine.path)
  const body = { startsAt }
  const taking = useMutation({
    mutationFn: (given: { readonly consents?: PurchaseConsents }) =>
      callApi(takeFreedHour, { body: { ...body, ...given } }),
    onSuccess: () => {
      showNotice.success('La hora es tuya', 'Te hemos enviado la confirmación por correo.')
      return reload()
    },
    onError: (error) => {
      // The card disappears with the hour, so the error is shown as a notice.
      if (hasApiErrorCode(error, 'hold-expired'))
        showNotice.failure('Esa hora ya no está guardada para ti', 'Lo que tenías sigue como estaba.')
      void reload()
    },
  })
  const earlyStart = useEarlyStartBox(startsAt, earlyStartUntil, taking.error, () => FREED_HOUR_EARLY_START_MISSING)
  const declining = useMutation({ mutationFn: () => callApi(declineFreedHour, { body }), onSettled: reload })
  const problem = taking.error ?? declining.error
  return (
    <section className="own-offer" aria-labelledby="offer-title">
      <h3 id="offer-title">Ha quedado libre un hueco antes</h3>
      <p>
        <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />. Te guardamos la hora hasta las{' '}
        {formatTime(until)}
        {formatViewerAside(until)}.
      </p>
      {earlyStart.box}
      {problem && !hasApiErrorCode(problem, 'hold-expired') && (
        <NoticeBox kind="problem">{toErrorMessage(problem)}</NoticeBox>
      )}
      <div className="own-offer-actions">
        <FreedHourButtons
          take={{
            isPending: taking.isPending,
            send: () => !earlyStart.isLeftEmpty() && taking.mutate(earlyStart.given),
          }}
          decline={{ isPending: declining.isPending, send: () => declining.mutate() }}
        />
      </div>
    </section>
  )
}
