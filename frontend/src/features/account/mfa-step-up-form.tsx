import { useMutation } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { callApi } from '../../api/call-api.ts'
import { signOutBrowser } from '../../api/sign-out.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { SecondFactorForm, type SecondFactorInput } from './sign-in-code-step.tsx'
import { toSignInSecondStepProblem } from './sign-in-error-message.ts'

const prove = ({ kind, typed }: SecondFactorInput) =>
  callApi(apiContract.mfa.prove, { body: kind === 'code' ? { code: typed } : { recoveryCode: typed } })

/** For sessions without a proven second factor, as after a Google sign-in. */
export function MfaStepUpForm() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: prove,
    onSuccess: ({ recoveryCodesLeft }, { kind }) => {
      if (kind === 'recovery') showNotice.plain(`Códigos de recuperación que te quedan: ${recoveryCodesLeft}`)
      emitAuthEvent('mfaVerified')
    },
  })
  return (
    <SecondFactorForm
      refused={error}
      problem={error ? toSignInSecondStepProblem(error).text : undefined}
      busy={isPending}
      answer={mutate}
      // Unlike a sign-out it keeps what waits in this browser to be sent: its owner has not been let in yet.
      back={() => void signOutBrowser()}
    />
  )
}
