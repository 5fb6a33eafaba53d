import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import { setStrongPasswordsEnforced } from '../../api/strong-passwords.ts'
import { CheckingLink, UsedLink } from './checking-link.tsx'
import { RecoveryForm, type RecoveryFormProps } from './recovery-form.tsx'

async function checkLink(token: string) {
  const checked = await call(api.account.checkResetLink, { body: { token } })
  setStrongPasswordsEnforced(checked.strongPasswords)
  return checked
}

/**
 * Checks the link before a password is typed. Checked once only, because the form uses the link up. Without an answer
 * the form is shown anyway: Cognito decides.
 */
export function RecoveryLink(props: RecoveryFormProps) {
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
  if (isPending) return <CheckingLink />
  const isUsed = error instanceof ApiError && error.code === 'link-invalid'
  return isUsed ? <UsedLink /> : <RecoveryForm {...props} />
}
