import { useState } from 'react'
import type { HealthConsentStatus } from '#contract/health-consent'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { HealthConsentStep } from './health-consent-step.tsx'
import { WithdrawalEffects } from './withdrawal-effects.tsx'
import { useOwnHealthConsent, useOwnHealthConsentMutations } from './use-health-consent.ts'

export function HealthConsentSection() {
  const { data, isPending, error, refetch } = useOwnHealthConsent()
  return (
    <Card id="health-consent" title="Consentimiento para tus datos de salud">
      {isPending && <CardLoading text="Cargando..." />}
      {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && <Known consent={data} />}
    </Card>
  )
}

const Known = ({ consent }: { readonly consent: HealthConsentStatus }) => {
  const { state, withdrawnAt, erasing } = consent
  return (
    <div className="health-consent">
      {state === 'withdrawn' && withdrawnAt && (
        <p role="status">
          Tu consentimiento está retirado desde el {formatInstantAsDay(withdrawnAt)}. Desde entonces no guardamos datos
          de salud tuyos.{' '}
          {erasing
            ? 'Estamos borrando los que había; terminará en una hora como mucho.'
            : 'Los que había están borrados, salvo la copia bloqueada que nos pida la ley.'}
        </p>
      )}
      {(state === 'given' || state === 'outdated') && <Given consent={consent} />}
      {state !== 'given' && <HealthConsentStep outdated={state === 'outdated'} />}
    </div>
  )
}

function Given({ consent: { givenAt, byGuardian } }: { readonly consent: HealthConsentStatus }) {
  const [asking, setAsking] = useState(false)
  const day = givenAt && formatInstantAsDay(givenAt)
  return (
    <>
      <p>
        {byGuardian ? `Lo dio tu madre, padre o tutor el ${day}.` : `Diste tu consentimiento el ${day}.`} Puedes
        retirarlo cuando quieras.
      </p>
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Retirar mi consentimiento
        </Button>
      </div>
      {asking && <WithdrawDialog close={() => setAsking(false)} />}
    </>
  )
}

function WithdrawDialog({ close }: { readonly close: () => void }) {
  const { withdraw, withdrawing } = useOwnHealthConsentMutations(close)
  return (
    <ConfirmDialog
      title="¿Retirar tu consentimiento?"
      action="Retirar mi consentimiento"
      refusal="Conservarlo"
      busy={withdrawing.isPending}
      busyText="Retirando..."
      confirm={withdraw}
      cancel={close}
    >
      <WithdrawalEffects reader="client" />
      {withdrawing.error && <NoticeBox kind="problem">{toErrorMessage(withdrawing.error)}</NoticeBox>}
    </ConfirmDialog>
  )
}
