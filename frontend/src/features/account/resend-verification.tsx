import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { resendVerificationEmail } from '../../api/sign-up.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'

interface ResendVerificationProps {
  readonly email: string
  readonly text?: string
  readonly used?: () => void
}

const tooMany = 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'

export function ResendVerificationButton({
  email,
  text = 'Reenviar correo de verificación',
  used,
}: ResendVerificationProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: resendVerificationEmail,
    onSuccess: () => showNotice.success('Email reenviado'),
    onError: (error) =>
      showNotice.failure(
        'No se pudo reenviar el email',
        error instanceof ApiError && error.code === 'too-many-attempts' ? tooMany : undefined,
      ),
  })
  return (
    <div className="resend">
      <Button
        variant="secondary"
        busy={isPending}
        busyText="Reenviando..."
        onClick={() => {
          used?.()
          mutate(email)
        }}
      >
        {text}
      </Button>
    </div>
  )
}
