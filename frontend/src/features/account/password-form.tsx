import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { brokenRule, passwordRules } from '#contract/password'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import { newPasswordText } from './new-password-text.ts'
import { unlistedRule } from './unlisted-rule.ts'

interface PasswordFormProps {
  readonly intro: string
  readonly save: (password: string) => Promise<void>
  /** Whether what stands before the new password is filled in. */
  readonly ready?: boolean
  readonly children?: ReactNode
}

/** The rules, and that both fields say the same. */
const rulesWith = (confirmation: string) => [
  ...passwordRules,
  { id: 'match', text: 'Las contraseñas coinciden', holds: (typed: string) => typed !== '' && typed === confirmation },
]

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
        label="Nueva contraseña"
        autoComplete="new-password"
        required
        describedBy={rulesId}
        error={unlistedRule(password)}
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

/** 'Nueva Contraseña': the new password twice, the rules ticked off, and one button. */
export function PasswordForm({ intro, save, ready = true, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const { mutate, isPending, error } = useMutation({ mutationFn: () => save(password) })
  const holds = brokenRule(password) === undefined && password === confirmation
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <>
      <h1>Nueva Contraseña</h1>
      <p className="card-intro">{intro}</p>
      <form className="form" noValidate onSubmit={submit}>
        {children}
        <NewFields
          password={password}
          confirmation={confirmation}
          onPassword={setPassword}
          onConfirmation={setConfirmation}
        />
        {confirmation !== '' && !holds && (
          <p className="field-hint">Por favor, cumple con todos los requisitos de contraseña.</p>
        )}
        {error && (
          <NoticeBox kind="problem">
            <p>{newPasswordText(error)}</p>
          </NoticeBox>
        )}
        <Button type="submit" disabled={!holds || !ready} busy={isPending} busyText="Guardando...">
          Guardar contraseña
        </Button>
      </form>
    </>
  )
}
