import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '#contract/api'
import { write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField, isCompleteCode } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { secretDraft } from '../../ui/form-draft.ts'
import { CancelButton, Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { proofText } from './mfa-text.ts'

interface ProofDialogProps {
  readonly proven: () => void
  readonly cancel: () => void
}

export function ProofDialog({ proven, cancel }: ProofDialogProps) {
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const { mutate, isPending, error } = useMutation({ ...write(api.mfa.prove), onSuccess: proven })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(!isCompleteCode(code))
    if (isCompleteCode(code)) mutate({ body: { code } })
  }
  return (
    <Dialog title="Confirma que eres tú" close={cancel}>
      <Form draft={secretDraft('proof-code')} onSubmit={submit}>
        <CodeField
          value={code}
          onCode={setCode}
          hint="El que muestra ahora tu aplicación de autenticación."
          error={incomplete ? 'Introduce un código de 6 dígitos' : undefined}
        />
        {error && (
          <NoticeBox kind="problem">
            <p>
              <strong>Error de verificación</strong>
            </p>
            <p>{proofText(error)}</p>
          </NoticeBox>
        )}
        <div className="dialog-actions">
          <CancelButton />
          <Button type="submit" busy={isPending} busyText="Verificando...">
            Verificar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
