import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { api } from '#contract/api'
import { clientMetadata } from '#contract/client-metadata'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import { refreshClaims } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { secretDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ConfirmStep, type Enrolment } from './confirm-step.tsx'
import { enrolText } from './mfa-text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import './mfa.css'

interface MfaSetupProps {
  /**
   * Proof of the present factor, for a replacement.
   * @default requested when the set-up starts
   */
  readonly enrolmentKey?: string
  readonly complete: () => void
  readonly cancel: () => void
}

interface StartStepProps {
  readonly start: (password: string | undefined) => void
  readonly cancel: () => void
  readonly busy: boolean
  readonly problem: string | undefined
  /** True when the sign-in is not recent. */
  readonly asksPassword: boolean
}

function StartStep({ start, cancel, busy, problem, asksPassword }: StartStepProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start(asksPassword ? password : undefined)
  }
  return (
    <Form draft={secretDraft('enrolment-start')} className="mfa-step" onSubmit={submit}>
      <p>
        Necesitas una aplicación de autenticación en tu móvil, como Google Authenticator, Microsoft Authenticator o
        Authy. Con ella, para entrar en tu cuenta hará falta tu contraseña y un código que solo tú tienes.
      </p>
      {asksPassword && (
        <PasswordField
          label="Contraseña"
          hint="Hace más de 5 minutos que entraste. Confirma que eres tú."
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
      <div className="mfa-actions">
        <CancelButton onClick={cancel} />
        <Button type="submit" busy={busy} busyText="Configurando..." disabled={asksPassword && password === ''}>
          Configurar TOTP
        </Button>
      </div>
    </Form>
  )
}

const wants = (error: unknown): boolean => error instanceof ApiError && error.code === 'password-required'

/** Only a token issued for an enrolment key of our server may enrol. */
async function enrolWith(given: string | undefined, password: string | undefined): Promise<Enrolment> {
  const key = given ?? (await call(api.mfa.allowEnrolment, { body: { ...(password && { password }) } })).key
  await refreshClaims({ [clientMetadata.enrolment]: key })
  return call(api.mfa.enrol, {})
}

export function MfaSetup({ enrolmentKey, complete, cancel }: MfaSetupProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [asksPassword, setAsksPassword] = useState(false)
  const given = useRef(enrolmentKey)
  const enrol = useMutation({
    mutationFn: (password: string | undefined) => {
      const key = given.current
      // A key serves once: whoever comes back to the beginning is given another.
      given.current = undefined
      return enrolWith(key, password)
    },
    onError: (error) => setAsksPassword((asked) => asked || wants(error)),
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
      start={(password) => enrol.mutate(password)}
      asksPassword={asksPassword}
      cancel={cancel}
      busy={enrol.isPending}
      problem={enrol.error && !wants(enrol.error) ? enrolText(enrol.error) : undefined}
    />
  )
}
