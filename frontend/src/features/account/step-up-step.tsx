import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/api'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { useAuth } from '../../api/auth.tsx'
import { call } from '../../api/call.ts'
import { notify } from '../../ui/notify.ts'
import { CodeForm, type SecondFactor } from './code-step.tsx'
import { secondStepText } from './sign-in-text.ts'

const prove = ({ kind, typed }: SecondFactor) =>
  call(api.mfa.prove, { body: kind === 'code' ? { code: typed } : { recoveryCode: typed } })

/** For sessions without a second factor so far, as after a Google sign-in. */
export function StepUpStep() {
  const { signOut } = useAuth()
  const { mutate, isPending, error } = useMutation({
    mutationFn: prove,
    onSuccess: ({ recoveryCodesLeft }, { kind }) => {
      if (kind === 'recovery') notify.plain(`Códigos de recuperación que te quedan: ${recoveryCodesLeft}`)
      emitAuthEvent('mfaVerified')
    },
  })
  return (
    <CodeForm
      problem={error ? secondStepText(error).text : undefined}
      busy={isPending}
      answer={mutate}
      back={() => void signOut()}
    />
  )
}
