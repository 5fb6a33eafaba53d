import { useMutation } from '@tanstack/react-query'
import { authProblem } from '../../api/auth-problem.ts'
import { resendVerification } from '../../api/sign-up.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'

interface ResendVerificationProps {
  readonly email: string
  readonly text?: string
}

const tooMany = 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'

/** Asks for a new verification mail. */
export function ResendVerification({ email, text = 'Reenviar email de verificación' }: ResendVerificationProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: resendVerification,
    onSuccess: () => notify.success('Email reenviado'),
    onError: (error) =>
      notify.failure(
        'No se pudo reenviar el email',
        authProblem(error).code === 'too-many-attempts' ? tooMany : undefined,
      ),
  })
  return (
    <div className="resend">
      <Button look="secondary" busy={isPending} busyText="Reenviando..." onClick={() => mutate(email)}>
        {text}
      </Button>
    </div>
  )
}
