import { useId, useState, type FormEvent } from 'react'
import { brokenRule, passwordRules } from '#contract/password'
import { answerChallenge, type FullName } from '../../api/sign-in.ts'
import { requireStrongPassword } from '../../api/strong-passwords.ts'
import { Button } from '../../ui/button.tsx'
import { secretDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import { useSecondStep, type SecondStepProps } from './code-step.tsx'
import { isCompleteName, NameFields, trimName } from './name-fields.tsx'
import { unlistedRule } from './unlisted-rule.ts'

export function NewPasswordStep(props: SecondStepProps) {
  const [password, setPassword] = useState('')
  const [name, setName] = useState<FullName>({ firstName: '', lastName: '' })
  const rulesId = useId()
  const { problem, busy, answer } = useSecondStep(props, async (chosen: string) => {
    requireStrongPassword(chosen, trimName(name))
    return answerChallenge(chosen, trimName(name))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(password)
  }
  return (
    <>
      <h1>Nueva Contraseña</h1>
      <p className="card-intro">Dinos cómo te llamas y elige tu propia contraseña para terminar de entrar.</p>
      <Form draft={secretDraft('invited-password')} onSubmit={submit}>
        <NameFields name={name} onName={setName} />
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          required
          describedBy={rulesId}
          value={password}
          error={problem ?? unlistedRule(password)}
          onChange={({ target }) => setPassword(target.value)}
        />
        <RuleList id={rulesId} title="Tu contraseña debe tener:" rules={passwordRules} value={password} />
        <div className="step-actions">
          <Button variant="secondary" onClick={() => props.back()}>
            Volver
          </Button>
          <Button
            type="submit"
            disabled={Boolean(brokenRule(password)) || !isCompleteName(name)}
            busy={busy}
            busyText="Guardando..."
          >
            Guardar y entrar
          </Button>
        </div>
      </Form>
    </>
  )
}
