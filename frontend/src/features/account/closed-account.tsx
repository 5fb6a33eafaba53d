import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { notify } from '../../ui/notify.ts'
import './settings.css'

interface ClosedAccountProps {
  readonly email: string
  readonly back: () => void
}

export function ClosedAccount({ email, back }: ClosedAccountProps) {
  const { mutate, isPending, isSuccess } = useMutation({
    ...write(api.account.mailReactivation),
    onError: (error) => notify.failure('Error', errorText(error)),
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
