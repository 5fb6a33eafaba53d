import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { ApiError, UnreachableError } from '../../api/api-error.ts'
import { signUpToRegister } from '../../api/sign-up.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { refusalText } from '../../ui/refusal-text.ts'
import { useVisitorForm } from '../../ui/use-draft-form.ts'
import { GoogleButton } from './google-button.tsx'
import { googleIntent } from './google-intent.ts'
import { RegistrationFields, termsId, termsRequired } from './registration-fields.tsx'
import { RegistrationSchema, type RegistrationForm } from './registration-schema.ts'
import './account.css'

const empty: RegistrationForm = {
  nombre: '',
  apellidos: '',
  fecha_de_nacimiento: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptedTerms: false,
  marketingOptIn: false,
}

export interface NewAccount {
  readonly email: string
  readonly password: string
}

interface RegistrationStepProps {
  /** The password is passed on to sign in after verification; never stored. */
  readonly proceed: (account: NewAccount, verified: boolean) => void
  readonly atGoogle: () => void
}

async function register(given: RegistrationForm): Promise<boolean> {
  const { email, password, nombre: firstName, apellidos: lastName } = given
  const acceptance = { marketingOptIn: given.marketingOptIn, birthDate: given.fecha_de_nacimiento }
  return (await signUpToRegister({ email, password, firstName, lastName }, acceptance)).verified
}

function problemOf(error: unknown): string {
  if (error instanceof UnreachableError) return error.status === undefined ? error.message : 'Error al crear la cuenta'
  return error instanceof ApiError ? refusalText[error.code] : 'Error al crear la cuenta'
}

function useRegistration(
  { proceed }: Pick<RegistrationStepProps, 'proceed'>,
  { setError }: Pick<UseFormReturn<RegistrationForm>, 'setError'>,
  saved: () => void,
) {
  const [problem, setProblem] = useState<string>()
  const submit = async (given: RegistrationForm) => {
    setProblem(undefined)
    try {
      const verified = await register(given)
      notify.success(verified ? '¡Bienvenido!' : '¡Registro exitoso!')
      saved()
      proceed({ email: given.email, password: given.password }, verified)
    } catch (error) {
      const weak = error instanceof ApiError ? error.problems['password']?.[0] : undefined
      if (weak) setError('password', { message: weak }, { shouldFocus: true })
      else setProblem(problemOf(error))
    }
  }
  return { problem, submit }
}

const sayInvalid = () => notify.failure('Error de validación', 'Revisa los campos marcados.')

/** Blocks the Google button until the terms are accepted, and scrolls to them. */
function useGoogleRegistration(form: UseFormReturn<RegistrationForm>, atGoogle: () => void) {
  return (): boolean => {
    if (form.getValues('acceptedTerms')) {
      googleIntent.markRegistration()
      atGoogle()
      return true
    }
    form.setError('acceptedTerms', termsRequired)
    document.getElementById(termsId)?.scrollIntoView({ block: 'center' })
    form.setFocus('acceptedTerms')
    return false
  }
}

export function RegistrationStep(props: RegistrationStepProps) {
  const { form, draft } = useVisitorForm<RegistrationForm>(
    // Nobody accepts anything by a reload.
    { form: 'registration', omit: ['password', 'confirmPassword', 'acceptedTerms', 'marketingOptIn'] },
    { resolver: zodResolver(RegistrationSchema), defaultValues: empty, mode: 'onTouched' },
  )
  const accepted = useWatch({ control: form.control, name: 'acceptedTerms' })
  const { problem, submit } = useRegistration(props, form, draft.saved)
  const goToGoogle = useGoogleRegistration(form, props.atGoogle)
  return (
    <>
      <h1>Crear una cuenta</h1>
      <p className="card-intro">Con tu cuenta accedes a tu panel: facturas, resultados y consultas en un solo sitio.</p>
      <Form draft={draft} onSubmit={(event) => void form.handleSubmit(submit, sayInvalid)(event)}>
        <RegistrationFields form={form} />
        {problem && (
          <NoticeBox kind="problem">
            <p>
              <strong>Error de registro</strong>
            </p>
            <p>{problem}</p>
          </NoticeBox>
        )}
        <Button
          type="submit"
          size="large"
          disabled={!accepted}
          busy={form.formState.isSubmitting}
          busyText="Creando cuenta..."
        >
          Crear cuenta
        </Button>
      </Form>
      <GoogleButton text="Continuar con Google" keep={false} leave={goToGoogle} />
      <p className="card-end">
        ¿Ya tienes una cuenta? <Link to="/auth">Inicia sesión</Link>
      </p>
    </>
  )
}
