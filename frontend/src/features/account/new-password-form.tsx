import { useMutation } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { findBrokenPasswordRule, passwordRules } from '#contract/password'
import { Button } from '../../ui/button.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import { findUnlistedPasswordProblem } from './unlisted-password-problem.ts'
import { toAuthError, type AuthErrorCode } from '../../api/auth-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ApiError, ApiUnreachableError, serverBusyText } from '../../api/api-error.ts'

interface GivenPasswords {
  readonly password: string
  readonly current: string
}

interface PasswordFormProps {
  /** @default 'Nueva Contraseña' */
  readonly title?: string | undefined
  readonly intro: string
  readonly save: (given: GivenPasswords) => Promise<void>
  readonly asksCurrent?: boolean
  readonly before?: ReactNode
  readonly ready?: boolean
}

const inputNames = { newPassword: 'password', previousPassword: 'current' }

const rulesWith = (confirmation: string) => [
  ...passwordRules,
  { id: 'match', text: 'Las contraseñas coinciden', holds: (typed: string) => typed !== '' && typed === confirmation },
]

interface CurrentFieldProps {
  readonly value: string
  readonly onType: (typed: string) => void
}

const CurrentField = ({ value, onType }: CurrentFieldProps) => (
  <PasswordField
    name="current"
    label="Contraseña actual"
    autoComplete="current-password"
    required
    value={value}
    onChange={({ target }) => onType(target.value)}
  />
)

interface NewFieldsProps {
  readonly password: string
  readonly confirmation: string
  readonly onPassword: (typed: string) => void
  readonly onConfirmation: (typed: string) => void
}

function NewFields({ password, confirmation, onPassword, onConfirmation }: NewFieldsProps) {
  const rulesId = useId()
  return (
    <>
      <PasswordField
        name="password"
        label="Nueva contraseña"
        autoComplete="new-password"
        required
        describedBy={rulesId}
        error={findUnlistedPasswordProblem(password)}
        value={password}
        onChange={({ target }) => onPassword(target.value)}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={({ target }) => onConfirmation(target.value)}
      />
      <RuleList id={rulesId} title="Tu contraseña debe tener:" rules={rulesWith(confirmation)} value={password} />
    </>
  )
}

const Head = ({ title = 'Nueva Contraseña', intro }: Pick<PasswordFormProps, 'title' | 'intro'>) => (
  <>
    <h1>{title}</h1>
    <p className="card-intro">{intro}</p>
  </>
)

export function NewPasswordForm({ title, intro, save, asksCurrent, before, ready }: PasswordFormProps) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: () => save({ password, current }) })
  const holds = findBrokenPasswordRule(password) === undefined && password === confirmation
  const whole = holds && ready !== false && (!asksCurrent || current !== '')
  const submit = () => {
    mutate()
  }
  // An error applies to the answer it was given for only.
  const typing = (keep: (typed: string) => void) => (typed: string) => {
    keep(typed)
    if (error) reset()
  }
  return (
    <>
      <Head title={title} intro={intro} />
      <Form draft={createNoopFormDraft('new-password')} refused={error} inputNames={inputNames} onSubmit={submit}>
        {before}
        {asksCurrent && <CurrentField value={current} onType={typing(setCurrent)} />}
        <NewFields
          password={password}
          confirmation={confirmation}
          onPassword={typing(setPassword)}
          onConfirmation={typing(setConfirmation)}
        />
        {confirmation !== '' && !holds && (
          <p className="field-hint">Por favor, cumple con todos los requisitos de contraseña.</p>
        )}
        <FormErrorNotice error={error} reason={toNewPasswordErrorMessage(error)} />
        <Button type="submit" disabled={!whole} busy={isPending} busyText="Guardando...">
          Guardar contraseña
        </Button>
      </Form>
    </>
  )
}

const invalidLink = 'El enlace de recuperación no es válido o ha expirado.'

const texts: Partial<Record<AuthErrorCode, string>> = {
  'code-expired': invalidLink,
  'code-wrong': invalidLink,
  'challenge-expired': invalidLink,
  'password-weak': 'La contraseña no cumple los requisitos.',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  // Cognito's limit lasts an hour and counts everybody's wrong codes.
  'codes-exhausted':
    'Demasiados intentos con los enlaces de tu correo, quizá de otra persona. Espera una hora y pide otro enlace o, si recuerdas tu contraseña, entra ahora con un enlace que te enviamos al correo.',
  unreachable: 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
  busy: serverBusyText,
}

const toNewPasswordErrorMessage = (error: unknown): string =>
  error instanceof ApiError || error instanceof ApiUnreachableError
    ? toErrorMessage(error)
    : (texts[toAuthError(error).code] ?? 'Ocurrió un error inesperado.')
