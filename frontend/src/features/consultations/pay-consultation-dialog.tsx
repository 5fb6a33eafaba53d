import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { computeFreeChangeEnd, isWithinWithdrawal } from '#contract/cancellation-rules'
import { EARLY_START_REQUEST, formatRulesBeforePaying, type RulesBeforePaying } from '#contract/rules-before-paying'
import type { OwnConsultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import { endpointMutationOptions, endpointQueryOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarLeaf } from '../../ui/calendar-leaf.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { useBackForwardCacheRestore } from '../../ui/use-back-forward-cache-restore.ts'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'
import { ConsultationTime } from './consultation-time.tsx'
import './pay-consultation-dialog.css'
import './slot-proposals.css'

interface PayDialogProps {
  readonly consultation: OwnConsultation
  readonly priceCents: number
  readonly close: () => void
}

export function PayConsultationDialog({ consultation, priceCents, close }: PayDialogProps) {
  const { consultationId, startsAt, durationMinutes } = consultation
  const [now] = useState(() => getServerNow().toISOString())
  // A consultation held within the withdrawal period ends the right of withdrawal only if the early start was
  // requested.
  const isEarly = startsAt > now && isWithinWithdrawal(startsAt, now)
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const rules = useQuery({
    ...endpointQueryOptions(apiContract.payments.consultationOptions, { params: { consultationId } }),
    staleTime: 0,
  })
  const noShowRule = rules.data?.noShowRule
  const queries = useQueryClient()
  const pay = useMutation({
    ...endpointMutationOptions(apiContract.payments.checkoutConsultation),
    onSuccess: ({ url }) => browserWindowActions.leaveFor(url),
    onError: () => void invalidateQueriesByPath(queries, '/consultations/mine'),
  })
  useBackForwardCacheRestore(() => {
    pay.reset()
    void invalidateQueriesByPath(queries, '/consultations/mine')
  })
  const submit = () => {
    setMissing(isEarly && !isTicked)
    if (isEarly && !isTicked) return
    const consents = isEarly && { consents: { expressRequest: true, acknowledgement: true } }
    pay.mutate({ params: { consultationId }, body: { priceCents, ...consents, ...(noShowRule && { noShowRule }) } })
  }
  return (
    <Dialog title="Pagar tu consulta" close={close}>
      <div className="pay-facts">
        <div className="proposed-day">
          <CalendarLeaf instant={startsAt} />
          <p className="pay-hour">
            <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />
          </p>
        </div>
        <p>
          Son <strong>{formatCents(priceCents)}</strong>. Pagas en la página segura de Stripe y recibes el justificante
          por correo.
        </p>
        <Rules rules={rules} purchase={{ now, amountCents: priceCents, startsAt, noShowRule }} />
        {isEarly && (
          <CheckboxField
            name="consents"
            label={EARLY_START_REQUEST}
            required
            checked={isTicked}
            error={isMissing && !isTicked ? 'Marca esta casilla para pagar una consulta de estos días.' : undefined}
            onChange={({ target }) => setTicked(target.checked)}
          />
        )}
        {pay.error && <NoticeBox kind="problem">{toErrorMessage(pay.error)}</NoticeBox>}
      </div>
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          Ahora no
        </Button>
        <Button
          busy={pay.isPending || pay.isSuccess}
          busyText="Abriendo el pago..."
          // The rules must be shown before paying.
          disabled={!rules.data}
          onClick={submit}
        >
          Continuar al pago
        </Button>
      </div>
    </Dialog>
  )
}

interface RulesProps {
  readonly rules: Pick<UseQueryResult<object>, 'data' | 'isPending' | 'error' | 'refetch'>
  readonly purchase: RulesBeforePaying & { readonly now: string }
}

function Rules({ rules, purchase }: RulesProps) {
  if (rules.isPending) return <CardLoading text="Leyendo las condiciones..." />
  if (!rules.data)
    return (
      <CardLoadError
        text={`No se pudieron leer las condiciones. ${toErrorMessage(rules.error)}`}
        retry={() => void rules.refetch()}
      />
    )
  const { startsAt = '', now } = purchase
  const own = startsAt > now ? formatNamedViewerTime(computeFreeChangeEnd(startsAt)) : undefined
  const all = [...formatRulesBeforePaying(purchase), ...(own ? [`24 horas antes es, para ti, ${own}.`] : [])]
  return (
    <ul className="pay-rules" aria-label="Antes de pagar">
      {all.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )
}
