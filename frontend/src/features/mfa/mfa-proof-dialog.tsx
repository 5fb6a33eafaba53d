import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { SixDigitCodeField, isCompleteSixDigitCode } from '../../ui/six-digit-code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { toMfaProofErrorMessage } from './mfa-error-messages.ts'

interface ProofDialogProps {
  readonly proven: () => void
  readonly cancel: () => void
}

export function MfaProofDialog({ proven, cancel }: ProofDialogProps) {
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.mfa.prove),
    onSuccess: proven,
  })
  const submit = () => {
    setIncomplete(!isCompleteSixDigitCode(code))
    if (isCompleteSixDigitCode(code)) mutate({ body: { code } })
  }
  return (
    <Dialog title="Confirma que eres tú" close={cancel}>
      <Form draft={createNoopFormDraft('proof-code')} refused={error} onSubmit={submit}>
        <SixDigitCodeField
          name="code"
          value={code}
          onCode={setCode}
          hint="El que muestra ahora tu aplicación de autenticación."
          error={incomplete ? 'Introduce un código de 6 dígitos' : undefined}
        />
        <FormErrorNotice error={error} title="Error de verificación" reason={toMfaProofErrorMessage(error)} />
        <FormActions busy={isPending} busyText="Verificando...">
          Verificar
        </FormActions>
      </Form>
    </Dialog>
  )
}
