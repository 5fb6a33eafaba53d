import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiContract } from '#contract/api'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { callApi } from '../../api/call-api.ts'
import { ApiError } from '../../api/api-error.ts'
import { renewTokenClaims } from '../../api/auth-session.ts'
import { Button } from '../../ui/button.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { MfaConfirmStep, type MfaEnrolment } from './mfa-confirm-step.tsx'
import { toMfaEnrolErrorMessage } from './mfa-error-messages.ts'
import { MfaRecoveryCodeList } from './mfa-recovery-code-list.tsx'
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
  readonly refused: unknown
  readonly asksPassword: boolean
}

function StartStep({ start, cancel, busy, refused, asksPassword }: StartStepProps) {
  const [password, setPassword] = useState('')
  const submit = () => {
    start(asksPassword ? password : undefined)
  }
  return (
    <Form draft={createNoopFormDraft('enrolment-start')} refused={refused} className="mfa-step" onSubmit={submit}>
      <p>
        Necesitas una aplicación de autenticación en tu móvil, como Google Authenticator, Microsoft Authenticator o
        Authy. Con ella, para entrar en tu cuenta harán falta tu contraseña y un código que solo tú tienes.
      </p>
      {asksPassword && (
        <PasswordField
          name="password"
          label="Contraseña"
          hint="Hace más de 5 minutos que entraste. Confirma que eres tú."
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <FormErrorNotice error={refused} reason={toMfaEnrolErrorMessage(refused)} />
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

/** The server enrols only with a token that carries its enrolment key. */
async function enrolWith(given: string | undefined, password: string | undefined): Promise<MfaEnrolment> {
  const key = given ?? (await callApi(apiContract.mfa.allowEnrolment, { body: { ...(password && { password }) } })).key
  await renewTokenClaims({ [cognitoMetadataKeys.enrolment]: key })
  return callApi(apiContract.mfa.enrol, {})
}

export function MfaSetup({ enrolmentKey, complete, cancel }: MfaSetupProps) {
  const [enrolment, setEnrolment] = useState<MfaEnrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [asksPassword, setAsksPassword] = useState(false)
  const given = useRef(enrolmentKey)
  const enrol = useMutation({
    mutationFn: (password: string | undefined) => {
      const key = given.current
      // A key can be used once; starting again requests another.
      given.current = undefined
      return enrolWith(key, password)
    },
    onError: (error) => setAsksPassword((asked) => asked || wants(error)),
    onSuccess: (begun) => {
      setEnrolment(begun)
      showNotice.success('MFA configurado', 'Escanea el código QR con tu app de autenticación')
    },
  })

  if (codes) return <MfaRecoveryCodeList codes={codes} proceed={complete} />
  if (enrolment) {
    return <MfaConfirmStep enrolment={enrolment} proceed={setCodes} back={() => setEnrolment(undefined)} />
  }
  return (
    <StartStep
      start={(password) => enrol.mutate(password)}
      asksPassword={asksPassword}
      cancel={cancel}
      busy={enrol.isPending}
      refused={enrol.error}
    />
  )
}
