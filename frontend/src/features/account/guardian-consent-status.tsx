import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { AccountSettings } from '#contract/account-settings'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { GuardianContactForm } from './guardian-contact-form.tsx'

export function GuardianConsentStatus({ guardian: { state, email } }: Pick<AccountSettings, 'guardian'>) {
  const [anew, setAnew] = useState(false)
  if (state === 'not-needed') return null
  if (state === 'given' && !anew) return <Given askAnew={() => setAnew(true)} />
  if (state === 'asked' && !anew) {
    return (
      <div className="settings-form">
        <p>
          Hemos escrito a <strong>{email}</strong> para pedir su autorización. En cuanto la confirme podrás seguir. El
          enlace caduca en 30 días.
        </p>
        <Button variant="secondary" onClick={() => setAnew(true)}>
          Volver a pedirla
        </Button>
      </div>
    )
  }
  return <GuardianContactForm asked={() => setAnew(false)} />
}

/** Authorised; the separate consent to the use of health data may still be missing. */
function Given({ askAnew }: { readonly askAnew: () => void }) {
  const { data } = useQuery(endpointQueryOptions(apiContract.consent.readHealth, {}))
  return (
    <div className="settings-form">
      <p>Tu madre, padre o tutor ya nos ha dado su autorización.</p>
      {data && data.state !== 'given' && (
        <>
          <p>Falta su consentimiento para que tratemos tus datos de salud.</p>
          <Button variant="secondary" onClick={askAnew}>
            Pedírselo
          </Button>
        </>
      )}
    </div>
  )
}
