import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { brokenRule, passwordRules } from '#contract/password'
import { authProblem } from '../../api/auth-problem.ts'
import { setNewPassword } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import { unlistedRule } from './unlisted-rule.ts'

interface NewPasswordFormProps {
  readonly email: string
  readonly code: string
}

function problemText(error: Error | null): string | undefined {
  if (!error) return undefined
  const { code } = authProblem(error)
  if (code === 'code-expired' || code === 'code-wrong') return 'El enlace de recuperación no es válido o ha expirado.'
  return code === 'too-many-attempts'
    ? 'Demasiados intentos. Espera un momento antes de intentar de nuevo.'
    : 'Ocurrió un error inesperado.'
}

/** The rules, and that both fields say the same. */
const rulesWith = (confirmation: string) => [
  ...passwordRules,
  { id: 'match', text: 'Las contraseñas coinciden', holds: (typed: string) => typed !== '' && typed === confirmation },
]

/** Sets the password; then its owner signs in with it. */
function useNewPassword() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: setNewPassword,
    onSuccess: async () => {
      notify.success('Tu contraseña ha sido actualizada correctamente.')
      await navigate('/auth', { replace: true })
    },
  })
}

/** The new password, twice. */
export function NewPasswordForm({ email, code }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const rulesId = useId()
  const { mutate, isPending, error } = useNewPassword()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ email, code, password })
  }
  const problem = problemText(error)
  return (
    <>
      <h1>Nueva Contraseña</h1>
      <form className="form" noValidate onSubmit={submit}>
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          required
          describedBy={rulesId}
          value={password}
          error={unlistedRule(password)}
          onChange={({ target }) => setPassword(target.value)}
        />
        <PasswordField
          label="Confirmar contraseña"
          autoComplete="new-password"
          required
          value={confirmation}
          onChange={({ target }) => setConfirmation(target.value)}
        />
        <RuleList id={rulesId} title="Tu contraseña debe tener:" rules={rulesWith(confirmation)} value={password} />
        {problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
        <Button
          type="submit"
          disabled={brokenRule(password) !== undefined || password !== confirmation}
          busy={isPending}
          busyText="Guardando..."
        >
          Guardar contraseña
        </Button>
      </form>
    </>
  )
}
