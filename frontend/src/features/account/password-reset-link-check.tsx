import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { ApiError } from '../../api/api-error.ts'
import { setStrongPasswordsEnforced } from '../../api/strong-password-setting.ts'
import { ResetLinkCheckingScreen, ExpiredResetLinkScreen } from './reset-link-screens.tsx'
import { PasswordResetForm, type PasswordResetFormProps } from './password-reset-form.tsx'

async function checkLink(token: string) {
  const checked = await callApi(apiContract.account.checkResetLink, { body: { token } })
  setStrongPasswordsEnforced(checked.strongPasswords)
  return checked
}

/**
 * Checks the link before a password is typed. Only once, because the form uses the link up. Without an answer the form
 * is shown anyway: Cognito decides.
 */
export function PasswordResetLinkCheck(props: PasswordResetFormProps) {
  const { token } = props.link
  const { isPending, error } = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => (token ? checkLink(token) : { works: true }),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  })
  if (isPending) return <ResetLinkCheckingScreen />
  const isUsed = error instanceof ApiError && error.code === 'link-invalid'
  return isUsed ? <ExpiredResetLinkScreen /> : <PasswordResetForm {...props} />
}
