import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { ConfirmStep, type Enrolment } from './confirm-step.tsx'
import { enrolText } from './mfa-text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import './mfa.css'

interface MfaSetupProps {
  /** The factor is in force and its owner has seen the recovery codes. */
  readonly complete: () => void
  readonly cancel: () => void
}

interface StartStepProps {
  readonly start: () => void
  readonly cancel: () => void
  readonly busy: boolean
  readonly problem: string | undefined
}

const StartStep = ({ start, cancel, busy, problem }: StartStepProps) => (
  <div className="mfa-step">
    <p>
      Necesitas una aplicación de autenticación en tu móvil, como Google Authenticator, Microsoft Authenticator o Authy.
      Con ella, para entrar en tu cuenta hará falta tu contraseña y un código que solo tú tienes.
    </p>
    {problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
    <div className="mfa-actions">
      <Button look="secondary" onClick={cancel}>
        Cancelar
      </Button>
      <Button busy={busy} busyText="Configurando..." onClick={start}>
        Configurar TOTP
      </Button>
    </div>
  </div>
)

/** Sets up the authenticator app: an explanation, the secret and its first code, the recovery codes. */
export function MfaSetup({ complete, cancel }: MfaSetupProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const enrol = useMutation({
    ...write(api.mfa.enrol),
    onSuccess: (begun) => {
      setEnrolment(begun)
      notify.success('MFA configurado', 'Escanea el código QR con tu app de autenticación')
    },
  })

  if (codes) return <RecoveryCodes codes={codes} proceed={complete} />
  if (enrolment) {
    return <ConfirmStep enrolment={enrolment} proceed={setCodes} back={() => setEnrolment(undefined)} />
  }
  return (
    <StartStep
      start={() => enrol.mutate({})}
      cancel={cancel}
      busy={enrol.isPending}
      problem={enrol.error ? enrolText(enrol.error) : undefined}
    />
  )
}
