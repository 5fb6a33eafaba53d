import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { EndpointReply } from '#contract/endpoint'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { renewTokenClaims } from '../../api/auth-session.ts'
import { Button } from '../../ui/button.tsx'
import { SixDigitCodeField, isCompleteSixDigitCode } from '../../ui/six-digit-code-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { mfaConfirmRefusalTexts, toMfaConfirmErrorMessage } from './mfa-error-messages.ts'
import { QrCode } from './qr-code.tsx'

export type MfaEnrolment = EndpointReply<typeof apiContract.mfa.enrol>

interface ConfirmStepProps {
  readonly enrolment: MfaEnrolment
  readonly proceed: (recoveryCodes: readonly string[]) => void
  readonly back: () => void
}

const Secret = ({ secret, uri }: Pick<MfaEnrolment, 'secret' | 'uri'>) => (
  <>
    <h2 tabIndex={-1} ref={focusOnMount}>
      Escanea este código con tu aplicación
    </h2>
    <QrCode text={uri} label="Código QR para tu aplicación de autenticación" />
    {/* The phone that shows this cannot scan itself. */}
    <a className="button button-secondary mfa-open-app" href={uri}>
      Abrir en mi aplicación de autenticación
    </a>
    <p className="mfa-manual">¿No puedes escanearlo? Escribe esta clave en la aplicación:</p>
    <div className="mfa-secret">
      <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={secret} done="Clave secreta copiada" label="Copiar clave secreta" />
    </div>
  </>
)

function useConfirmation(proceed: ConfirmStepProps['proceed']) {
  return useMutation({
    ...endpointMutationOptions(apiContract.mfa.confirm),
    onSuccess: async ({ recoveryCodes }) => {
      proceed(recoveryCodes)
      showNotice.success('¡MFA activado!', 'La autenticación de dos factores ha sido configurada correctamente.')
      await renewTokenClaims()
    },
  })
}

export function MfaConfirmStep({ enrolment, proceed, back }: ConfirmStepProps) {
  const [code, setCode] = useState('')
  const [left, setLeft] = useState(false)
  const { mutate, isPending, error } = useConfirmation(proceed)
  const submit = () => {
    mutate({ body: { code } })
  }
  const incomplete = left && code !== '' && !isCompleteSixDigitCode(code)
  return (
    <Form
      draft={createNoopFormDraft('enrolment-code')}
      refused={error}
      refusalTexts={mfaConfirmRefusalTexts}
      className="mfa-step"
      onSubmit={submit}
    >
      <Secret secret={enrolment.secret} uri={enrolment.uri} />
      <SixDigitCodeField
        name="code"
        label="Código de 6 dígitos"
        value={code}
        onCode={setCode}
        onBlur={() => setLeft(true)}
        error={incomplete ? 'El código debe tener exactamente 6 dígitos' : undefined}
      />
      <FormErrorNotice error={error} reason={toMfaConfirmErrorMessage(error)} />
      <div className="mfa-actions">
        <Button variant="secondary" onClick={back}>
          Volver
        </Button>
        <Button type="submit" disabled={!isCompleteSixDigitCode(code)} busy={isPending} busyText="Verificando...">
          Confirmar TOTP
        </Button>
      </div>
    </Form>
  )
}
