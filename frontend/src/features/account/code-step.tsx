import { useState, type FormEvent } from 'react'
import { answerChallenge, type SignInStep } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { secondStepText } from './sign-in-text.ts'

export interface SecondStepProps {
  readonly proceed: (step: SignInStep) => Promise<void>
  /** To the password again, with the reason when it was not asked for. */
  readonly back: (reason?: string) => void
}

const digits = 6

/** Answers Cognito's challenge; an answer that cannot be repaired here leads back to the password. */
export function useSecondStep({ proceed, back }: SecondStepProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const answer = async (given: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await proceed(await answerChallenge(given))
    } catch (error) {
      const { text, startAgain } = secondStepText(error)
      if (startAgain) back(text)
      else setProblem(text)
    }
    setBusy(false)
  }
  return { problem, busy, answer }
}

/** The code of the authenticator app. */
export function CodeStep(props: SecondStepProps) {
  const [code, setCode] = useState('')
  const { problem, busy, answer } = useSecondStep(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(code)
  }
  return (
    <>
      <h1>Verificación en dos pasos</h1>
      <p className="card-intro">Introduce el código de 6 dígitos que muestra tu aplicación de autenticación.</p>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label="Código de verificación"
          className="field-input-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the whole step, and the step was asked for
          autoFocus
          required
          value={code}
          error={problem}
          onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, '').slice(0, digits))}
        />
        <div className="step-actions">
          <Button look="secondary" onClick={() => props.back()}>
            Volver
          </Button>
          <Button type="submit" disabled={code === ''} busy={busy} busyText="Verificando...">
            Verificar
          </Button>
        </div>
      </form>
    </>
  )
}
