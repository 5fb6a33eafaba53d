import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { toAuthError } from '../../api/auth-error.ts'
import {
  answerSignInChallenge,
  signInWithRecoveryCode,
  reportFailedSignInStage,
  type SignInStep,
} from '../../api/sign-in.ts'
import { focusOnMount } from '../../ui/focus.ts'
import { Button } from '../../ui/button.tsx'
import { SixDigitCodeField } from '../../ui/six-digit-code-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { createNoopFormDraft } from '../../ui/form-draft.ts'
import { Form } from '../../ui/form.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { toSignInSecondStepProblem } from './sign-in-error-message.ts'

export interface SecondFactorInput {
  readonly kind: 'code' | 'recovery'
  readonly typed: string
}

interface CodeFormProps {
  readonly refused: unknown
  readonly problem: string | undefined
  readonly busy: boolean
  readonly answer: (given: SecondFactorInput) => void
  readonly back: () => void
}

const inputNames = { recoveryCode: 'code' }
const refusalTexts = { 'code-invalid': 'Código inválido' }

const recoveryLength = 12

interface FactorFieldProps {
  readonly kind: SecondFactorInput['kind']
  readonly typed: string
  readonly problem: string | undefined
  readonly onType: (typed: string) => void
}

const FactorField = ({ kind, typed, problem, onType }: FactorFieldProps) =>
  kind === 'code' ? (
    <SixDigitCodeField key="code" name="code" ref={focusOnMount} value={typed} onCode={onType} error={problem} />
  ) : (
    <TextField
      key="recovery"
      name="code"
      label="Código de recuperación"
      hint="Uno de los 8 códigos que guardaste. Cada uno sirve una sola vez."
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={recoveryLength}
      ref={focusOnMount}
      required
      value={typed}
      error={problem}
      onChange={({ target }) => onType(target.value.slice(0, recoveryLength))}
    />
  )

export function SecondFactorForm({ refused, problem, busy, answer, back }: CodeFormProps) {
  const [given, setGiven] = useState<SecondFactorInput>({ kind: 'code', typed: '' })
  const [judged, setJudged] = useState<SecondFactorInput>()
  const other = given.kind === 'code' ? 'recovery' : 'code'
  // An error applies to the answer it was given for only.
  const isJudged = judged === given
  const isOfWhole = refused instanceof ApiError && refused.code !== 'invalid-input'
  const submit = () => {
    setJudged(given)
    answer(given)
  }
  return (
    <>
      <h1>Verificación en dos pasos</h1>
      <p className="card-intro">
        {given.kind === 'code'
          ? 'Introduce el código de 6 dígitos que muestra tu aplicación de autenticación.'
          : '¿No tienes tu móvil? Entra con uno de tus códigos de recuperación.'}
      </p>
      <Form
        draft={createNoopFormDraft('second-factor')}
        refused={isJudged ? refused : null}
        inputNames={inputNames}
        refusalTexts={refusalTexts}
        onSubmit={submit}
      >
        <FactorField
          kind={given.kind}
          typed={given.typed}
          problem={isJudged && !isOfWhole ? problem : undefined}
          onType={(typed) => setGiven({ ...given, typed })}
        />
        <FormErrorNotice error={isJudged && isOfWhole ? refused : null} />
        <div className="step-actions">
          <Button variant="secondary" onClick={back}>
            Volver
          </Button>
          <Button type="submit" disabled={given.typed.trim() === ''} busy={busy} busyText="Verificando...">
            Verificar
          </Button>
        </div>
      </Form>
      <Button variant="plain" className="button-wide code-other" onClick={() => setGiven({ kind: other, typed: '' })}>
        {given.kind === 'code' ? 'Usar un código de recuperación' : 'Usar el código de la aplicación'}
      </Button>
    </>
  )
}

export interface SignInSecondStepProps {
  readonly proceed: (step: SignInStep) => Promise<void>
  readonly back: (reason?: string) => void
}

/** Cognito ends a challenge after this many wrong answers. */
const MAX_CODES = 5

export function useSignInSecondStep<Given>(
  { proceed, back }: SignInSecondStepProps,
  ask: (given: Given) => Promise<SignInStep>,
) {
  const [problem, setProblem] = useState<string>()
  const [refused, setRefused] = useState<unknown>()
  const wrong = useRef(0)
  const [busy, setBusy] = useState(false)
  const answer = async (given: Given) => {
    setBusy(true)
    setProblem(undefined)
    setRefused(undefined)
    try {
      await proceed(await ask(given))
    } catch (error) {
      if (toAuthError(error).code === 'code-wrong') wrong.current += 1
      const { text, startAgain } = toSignInSecondStepProblem(error, wrong.current >= MAX_CODES)
      if (startAgain) back(text)
      else setProblem(text)
      setRefused(error)
    }
    setBusy(false)
  }
  return { problem, refused, busy, answer }
}

export function SignInCodeStep({ email, ...step }: SignInSecondStepProps & { readonly email: string }) {
  // Without the report the server would count a sign-in abandoned here as one with the maximum of wrong codes.
  useEffect(() => reportFailedSignInStage('code-asked'), [])
  const { problem, refused, busy, answer } = useSignInSecondStep(step, async ({ kind, typed }: SecondFactorInput) => {
    try {
      return await (kind === 'code' ? answerSignInChallenge(typed) : signInWithRecoveryCode(email, typed))
    } catch (error) {
      if (toAuthError(error).code === 'code-wrong') reportFailedSignInStage('code')
      throw error
    }
  })
  return (
    <SecondFactorForm
      refused={refused}
      problem={problem}
      busy={busy}
      answer={(given) => void answer(given)}
      back={() => step.back()}
    />
  )
}
