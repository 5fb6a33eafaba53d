import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#contract/api'
import { clientMetadata } from '#contract/client-metadata'
import { call } from '../../api/call.ts'
import { renewRights } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { ConfirmStep, type Enrolment } from './confirm-step.tsx'
import { enrolText } from './mfa-text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import './mfa.css'

interface MfaSetupProps {
  /** What whoever has an app already was given for having proven it. @default it is asked for when the set-up starts */
  readonly enrolmentKey?: string
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

/** Only a token that was fetched with a key of our server may enrol. */
async function enrolWith(given: string | undefined): Promise<Enrolment> {
  const key = given ?? (await call(api.mfa.allowEnrolment, {})).key
  await renewRights({ [clientMetadata.enrolment]: key })
  return call(api.mfa.enrol, {})
}

/** Sets up the authenticator app: an explanation, the secret and its first code, the recovery codes. */
export function MfaSetup({ enrolmentKey, complete, cancel }: MfaSetupProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const given = useRef(enrolmentKey)
  const enrol = useMutation({
    mutationFn: () => {
      const key = given.current
      // A key serves once: whoever comes back to the beginning is given another.
      given.current = undefined
      return enrolWith(key)
    },
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
      start={() => enrol.mutate()}
      cancel={cancel}
      busy={enrol.isPending}
      problem={enrol.error ? enrolText(enrol.error) : undefined}
    />
  )
}
