import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { healthConsentText } from '../../content/health-consent.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useOwnHealthConsentMutations } from './use-health-consent.ts'
import './health-consent.css'

const ConsentText = () => (
  <>
    <p>{healthConsentText.intro}</p>
    <dl className="health-consent-points">
      {healthConsentText.points.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </>
)

const AskedOfGuardian = () => (
  <div className="health-consent">
    <ConsentText />
    <NoticeBox>
      Como tienes menos de 18 años, este consentimiento lo da tu madre, padre o tutor.{' '}
      <Link to="/client?tab=settings#account-data">Pídeselo en Ajustes</Link>.
    </NoticeBox>
  </div>
)

/** Explicit consent (GDPR, article 9.2.a): one text, one tick, one button. */
export function HealthConsentStep({ outdated = false }: { readonly outdated?: boolean }) {
  const [ticked, setTicked] = useState(false)
  const [missing, setMissing] = useState(false)
  const settings = useQuery(endpointQueryOptions(apiContract.accountSettings.readSettings, {}))
  const { give, giving } = useOwnHealthConsentMutations()
  const submit = () => {
    setMissing(!ticked)
    if (ticked) give()
  }
  if (settings.data && settings.data.guardian.state !== 'not-needed') return <AskedOfGuardian />
  return (
    <div className="health-consent">
      {outdated && (
        <NoticeBox>
          Hemos cambiado este texto desde que lo aceptaste. Léelo y, si te parece bien, vuelve a darlo.
        </NoticeBox>
      )}
      <ConsentText />
      <CheckboxField
        label={healthConsentText.statement}
        required
        checked={ticked}
        error={missing && !ticked ? 'Marca la casilla para dar tu consentimiento' : undefined}
        onChange={({ target }) => setTicked(target.checked)}
      />
      {giving.error && <NoticeBox kind="problem">{toErrorMessage(giving.error)}</NoticeBox>}
      <Button busy={giving.isPending} busyText="Guardando..." onClick={submit}>
        Dar mi consentimiento
      </Button>
      <p className="field-hint">
        {healthConsentText.refusal} Más detalles en la <Link to="/privacidad#salud">Política de Privacidad</Link>.
      </p>
    </div>
  )
}
