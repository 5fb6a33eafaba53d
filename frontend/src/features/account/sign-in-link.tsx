import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SIGN_IN_LINK_PARAMETER } from '#contract/mailed-links'
import { setKnownVisitorLink } from '../../api/auth-ticket.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { requestSignInUnlockLink } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useMailedLink } from '../../ui/use-mailed-link.ts'

/** Too many failed attempts, perhaps by somebody else, lock the email; a mailed link lets its owner in. */
export function SignInLinkRequest({ email }: { readonly email: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => requestSignInUnlockLink(email) })
  if (isSuccess) {
    return (
      <NoticeBox kind="news">
        <p role="status">
          Si hay una cuenta con ese correo, te llegará un enlace en unos minutos. Ábrelo y entra con tu contraseña.
          Sirve durante 24 horas. Enviamos tres al día como mucho: si no te llega otro, busca en tu correo el último y
          usa ese.
        </p>
      </NoticeBox>
    )
  }
  return (
    <div>
      <p>¿Has fallado tú, o quizá otra persona con tu correo? Pide un enlace y podrás entrar sin esperar.</p>
      {error && (
        <NoticeBox kind="problem">
          <p>{toErrorMessage(error)}</p>
        </NoticeBox>
      )}
      <Button
        variant="secondary"
        className="button-wide"
        busy={isPending}
        busyText="Enviando..."
        onClick={() => mutate()}
      >
        Enviarme un enlace para entrar
      </Button>
    </div>
  )
}

export function SignInLinkNotice() {
  const token = useMailedLink().get(SIGN_IN_LINK_PARAMETER)
  useEffect(() => {
    if (token) setKnownVisitorLink(token)
  }, [token])
  if (!token) return null
  return (
    <NoticeBox kind="news">
      <p>Este enlace te deja entrar aunque alguien haya fallado muchas veces. Escribe tu correo y tu contraseña.</p>
    </NoticeBox>
  )
}
