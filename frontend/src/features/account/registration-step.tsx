import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { authProblem, type AuthProblemCode } from '../../api/auth-problem.ts'
import { mailExistingOwner } from '../../api/existing-owner.ts'
import { signUpToRegister } from '../../api/sign-up.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { notify } from '../../ui/notify.ts'
import { GoogleButton } from './google-button.tsx'
import { googleIntent } from './google-intent.ts'
import { RegistrationFields, termsId } from './registration-fields.tsx'
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

const problemText: Partial<Record<AuthProblemCode, string>> = {
  'password-weak': 'La contraseña no cumple los requisitos.',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
  unreachable: 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.',
}

export interface NewAccount {
  readonly email: string
  readonly password: string
}

interface RegistrationStepProps {
  /** The account is made. Its password goes along so that its owner need not type it again; it is kept nowhere. */
  readonly proceed: (account: NewAccount, verified: boolean) => void
  /** Somebody goes to Google, in a window of its own. */
  readonly atGoogle: () => void
}

/** Makes the account; answers whether its address is verified. */
async function register(given: RegistrationForm): Promise<boolean> {
  const { email, password, nombre: firstName, apellidos: lastName } = given
  const acceptance = { marketingOptIn: given.marketingOptIn, birthDate: given.fecha_de_nacimiento }
  return (await signUpToRegister({ email, password, firstName, lastName }, acceptance)).verified
}

async function problemOf(error: unknown, { email }: RegistrationForm): Promise<string> {
  const { code } = authProblem(error)
  if (code === 'account-exists') return mailExistingOwner({ email })
  return problemText[code] ?? 'Error al crear la cuenta'
}

function useRegistration({ proceed }: Pick<RegistrationStepProps, 'proceed'>) {
  const [problem, setProblem] = useState<string>()
  const submit = async (given: RegistrationForm) => {
    setProblem(undefined)
    try {
      const verified = await register(given)
      notify.success(verified ? '¡Bienvenido!' : '¡Registro exitoso!')
      proceed({ email: given.email, password: given.password }, verified)
    } catch (error) {
      setProblem(await problemOf(error, given))
    }
  }
  return { problem, submit }
}

const sayInvalid = () => notify.failure('Error de validación', 'Revisa los campos marcados.')

const termsMissing = 'Debes aceptar los Términos y la Política de Privacidad'

/** Nobody goes to Google before the terms are accepted: they are shown where. */
function useGoogleRegistration(form: UseFormReturn<RegistrationForm>, atGoogle: () => void) {
  return (): boolean => {
    if (form.getValues('acceptedTerms')) {
      googleIntent.markRegistration()
      atGoogle()
      return true
    }
    notify.failure('Error de validación', termsMissing)
    form.setError('acceptedTerms', { message: 'Este campo es obligatorio' })
    document.getElementById(termsId)?.scrollIntoView({ block: 'center' })
    form.setFocus('acceptedTerms')
    return false
  }
}

export function RegistrationStep(props: RegistrationStepProps) {
  const form = useForm<RegistrationForm>({
    resolver: zodResolver(RegistrationSchema),
    defaultValues: empty,
    mode: 'onTouched',
  })
  const accepted = useWatch({ control: form.control, name: 'acceptedTerms' })
  const { problem, submit } = useRegistration(props)
  const goToGoogle = useGoogleRegistration(form, props.atGoogle)
  return (
    <>
      <h1>Crear una cuenta</h1>
      <p className="card-intro">Con tu cuenta accedes a tu panel: facturas, resultados y consultas en un solo sitio.</p>
      <form
        className="form"
        method="post"
        noValidate
        onSubmit={(event) => void form.handleSubmit(submit, sayInvalid)(event)}
      >
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
      </form>
      <GoogleButton text="Registrarse con Google" keep={false} leave={goToGoogle} />
      <p className="card-end">
        ¿Ya tienes una cuenta? <Link to="/auth">Inicia sesión</Link>
      </p>
    </>
  )
}
