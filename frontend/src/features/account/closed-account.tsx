import { useMutation } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { showNotice } from '../../ui/show-notice.ts'
import './settings.css'

interface ClosedAccountProps {
  readonly email: string
  readonly back: () => void
}

export function ClosedAccountNotice({ email, back }: ClosedAccountProps) {
  const { mutate, isPending, isSuccess } = useMutation({
    ...endpointMutationOptions(apiContract.accountSettings.mailReactivation),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Tu cuenta está cerrada
      </h1>
      <p>
        {isSuccess
          ? `Si la desactivaste o pediste eliminarla, en unos minutos tendrás en ${email} un enlace para recuperarla.`
          : 'Si la desactivaste o pediste eliminarla, recupérala con el enlace que te enviamos por correo, o pide otro ahora.'}
      </p>
      <p role="status" className="visually-hidden">
        {isSuccess && 'Enlace enviado'}
      </p>
      <div className="settings-actions">
        {!isSuccess && (
          <Button busy={isPending} busyText="Enviando..." onClick={() => mutate({ body: { email } })}>
            Enviarme otro enlace
          </Button>
        )}
        <Button variant="secondary" onClick={back}>
          Entrar con otra cuenta
        </Button>
      </div>
    </>
  )
}
