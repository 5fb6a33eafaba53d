import { useId, useState } from 'react'
import { findBrokenPasswordRule, passwordRules } from '#contract/password'
import { answerSignInChallenge, type FullName } from '../../api/sign-in.ts'
import { requireStrongPassword } from '../../api/strong-passwords.ts'
import { Button } from '../../ui/button.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RuleList } from '../../ui/rule-list.tsx'
import { useSignInSecondStep, type SignInSecondStepProps } from './sign-in-code-step.tsx'
import { isValidFullName, FullNameFields, trimFullName } from './full-name-fields.tsx'
import { findUnlistedPasswordProblem } from './unlisted-password-problem.ts'

const inputNames = { newPassword: 'password' }

export function InvitedUserPasswordStep(props: SignInSecondStepProps) {
  const [password, setPassword] = useState('')
  const [name, setName] = useState<FullName>({ firstName: '', lastName: '' })
  const rulesId = useId()
  const { problem, refused, busy, answer } = useSignInSecondStep(props, async (chosen: string) => {
    await requireStrongPassword(chosen, trimFullName(name))
    return answerSignInChallenge(chosen, trimFullName(name))
  })
  const submit = () => {
    void answer(password)
  }
  return (
    <>
      <h1>Nueva Contraseña</h1>
      <p className="card-intro">Dinos cómo te llamas y elige tu propia contraseña para terminar de entrar.</p>
      <Form draft={createNoopFormDraft('invited-password')} refused={refused} inputNames={inputNames} onSubmit={submit}>
        <FullNameFields name={name} onName={setName} />
        <PasswordField
          name="password"
          label="Nueva contraseña"
          autoComplete="new-password"
          required
          describedBy={rulesId}
          value={password}
          error={problem ?? findUnlistedPasswordProblem(password)}
          onChange={({ target }) => setPassword(target.value)}
        />
        <RuleList id={rulesId} title="Tu contraseña debe tener:" rules={passwordRules} value={password} />
        <div className="step-actions">
          <Button variant="secondary" onClick={() => props.back()}>
            Volver
          </Button>
          <Button
            type="submit"
            disabled={Boolean(findBrokenPasswordRule(password)) || !isValidFullName(name)}
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
