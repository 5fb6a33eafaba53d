import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { healthConsentText } from '../../content/health-consent.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useHealthConsentChanges } from './use-health-consent.ts'
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
  const settings = useQuery(read(api.account.readSettings, {}))
  const { give, giving } = useHealthConsentChanges()
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
      <CheckField
        label={healthConsentText.statement}
        required
        checked={ticked}
        error={missing && !ticked ? 'Marca la casilla para dar tu consentimiento' : undefined}
        onChange={({ target }) => setTicked(target.checked)}
      />
      {giving.error && <NoticeBox kind="problem">{errorText(giving.error)}</NoticeBox>}
      <Button busy={giving.isPending} busyText="Guardando..." onClick={submit}>
        Dar mi consentimiento
      </Button>
      <p className="field-hint">
        {healthConsentText.refusal} Más detalles en la <Link to="/privacidad#salud">Política de Privacidad</Link>.
      </p>
    </div>
  )
}
