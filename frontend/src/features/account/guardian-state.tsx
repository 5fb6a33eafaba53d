import { useState } from 'react'
import type { AccountSettings } from '#contract/account-settings'
import { Button } from '../../ui/button.tsx'
import { GuardianForm } from './guardian-form.tsx'

/** What a minor has to know of their guardian's consent, and the form to ask for it. Nothing for anybody else. */
export function GuardianState({ guardian: { state, email } }: Pick<AccountSettings, 'guardian'>) {
  const [anew, setAnew] = useState(false)
  if (state === 'not-needed') return null
  if (state === 'given') return <p>Tu madre, padre o tutor ya nos ha dado su autorización.</p>
  if (state === 'asked' && !anew) {
    return (
      <div className="settings-form">
        <p>
          Hemos escrito a <strong>{email}</strong> para pedir su autorización. En cuanto la confirme podrás seguir. El
          enlace caduca en 30 días.
        </p>
        <Button look="secondary" onClick={() => setAnew(true)}>
          Volver a pedirla
        </Button>
      </div>
    )
  }
  return <GuardianForm asked={() => setAnew(false)} />
}
