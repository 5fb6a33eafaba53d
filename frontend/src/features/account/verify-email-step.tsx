import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { toAuthError } from '../../api/auth-error.ts'
import { useAuth } from '../../api/auth.tsx'
import { startSignIn } from '../../api/sign-in.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { ResendVerificationButton } from './resend-verification.tsx'
import { toSignInErrorMessage } from './sign-in-error-message.ts'
import { useWantedPath, withWantedPath } from './use-wanted-path.ts'

interface VerifyEmailStepProps {
  readonly email: string
  /** Undefined after a reload: the user types it at sign-in. */
  readonly password: string | undefined
  readonly correct: () => void
  readonly signedIn: () => void
}

const unverifiedText = 'Tu cuenta necesita verificación de email.'

/** An email of somebody else's account must look like an unverified one. */
const problemText = (error: unknown): string => {
  const { code } = toAuthError(error)
  return code === 'unconfirmed' || code === 'credentials' ? unverifiedText : toSignInErrorMessage(error)
}

function useVerified({ email, password = '', signedIn }: VerifyEmailStepProps) {
  const { recheck } = useAuth()
  const navigate = useNavigate()
  const wanted = useWantedPath()
  return useMutation({
    mutationFn: () => startSignIn({ email, password, keep: false }),
    onSuccess: async (step) => {
      if (step === 'unconfirmed') return undefined
      // An account with a second factor is not new: the owner signs in as usual.
      if (step !== 'done') return navigate(withWantedPath('/auth', wanted))
      await recheck()
      return signedIn()
    },
  })
}

/** There is no other way to ask: the sign-in succeeds only if the email was verified. */
export function VerifyEmailStep(props: VerifyEmailStepProps) {
  const { mutate, isPending, data, error } = useVerified(props)
  const wanted = useWantedPath()
  const problem = data === 'unconfirmed' ? unverifiedText : error && problemText(error)
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Verifica tu email
      </h1>
      <p role="status">
        Hemos enviado un enlace de verificación a <strong>{props.email}</strong>. Ábrelo para activar tu cuenta; si no
        lo encuentras, mira en la carpeta de correo no deseado.
      </p>
      <div className="form">
        {problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
        {props.password === undefined ? (
          <ButtonLink to={withWantedPath('/auth', wanted)} className="button-wide">
            Ya he verificado mi email
          </ButtonLink>
        ) : (
          <Button className="button-wide" busy={isPending} busyText="Comprobando..." onClick={() => mutate()}>
            Ya he verificado mi email
          </Button>
        )}
      </div>
      <ResendVerificationButton email={props.email} text="Reenviar email" />
      <Button variant="plain" className="button-wide" onClick={props.correct}>
        ¿No es tu correo? Corrígelo
      </Button>
    </>
  )
}
