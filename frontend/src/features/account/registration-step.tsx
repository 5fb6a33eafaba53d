import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { signUpForRegistration } from '../../api/sign-up.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { GoogleSignInButton } from './google-button.tsx'
import { googleRegistrationIntent } from './google-intent.ts'
import { RegistrationFields, TERMS_FIELD_ID, termsRequiredError } from './registration-fields.tsx'
import {
  RegistrationFormSchema,
  type RegistrationFormValues,
  registrationInputNamesByField,
} from './registration-schema.ts'
import { isToJoin, useWantedPath, withWantedPath } from './use-wanted-path.ts'
import './account.css'

const empty: RegistrationFormValues = {
  nombre: '',
  apellidos: '',
  fecha_de_nacimiento: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptedTerms: false,
  marketingOptIn: false,
}

export interface NewAccountCredentials {
  readonly email: string
  readonly password: string
}

interface RegistrationStepProps {
  /** The password is passed on to sign in after verification; never stored. */
  readonly proceed: (account: NewAccountCredentials, verified: boolean) => void
  readonly atGoogle: () => void
  readonly onSend: () => void
}

async function register(given: RegistrationFormValues): Promise<boolean> {
  const { email, password, nombre: firstName, apellidos: lastName } = given
  const acceptance = { marketingOptIn: given.marketingOptIn, birthDate: given.fecha_de_nacimiento }
  return (await signUpForRegistration({ email, password, firstName, lastName }, acceptance)).verified
}

function problemOf(error: unknown): string {
  if (error instanceof ApiUnreachableError)
    return error.status === undefined ? error.message : 'Error al crear la cuenta'
  return error instanceof ApiError ? error.text : 'Error al crear la cuenta'
}

function useRegistration({ proceed, onSend }: Pick<RegistrationStepProps, 'proceed' | 'onSend'>, saved: () => void) {
  const [refused, setRefused] = useState<unknown>()
  const submit = async (given: RegistrationFormValues) => {
    setRefused(undefined)
    onSend()
    try {
      const verified = await register(given)
      showNotice.success(verified ? '¡Bienvenido!' : '¡Registro exitoso!')
      saved()
      proceed({ email: given.email, password: given.password }, verified)
    } catch (error) {
      setRefused(error)
    }
  }
  return { refused, submit }
}

const sayInvalid = () => showNotice.failure('Error de validación', 'Revisa los campos marcados.')

function useGoogleRegistration(form: UseFormReturn<RegistrationFormValues>, atGoogle: () => void) {
  return (): boolean => {
    if (form.getValues('acceptedTerms')) {
      googleRegistrationIntent.markRegistration()
      atGoogle()
      return true
    }
    form.setError('acceptedTerms', termsRequiredError)
    document.getElementById(TERMS_FIELD_ID)?.scrollIntoView({ block: 'center' })
    form.setFocus('acceptedTerms')
    return false
  }
}

export function RegistrationFormStep(props: RegistrationStepProps) {
  const { form, draft } = useVisitorDraftForm<RegistrationFormValues>(
    // Consent is not restored from a draft.
    { form: 'registration', omit: ['password', 'confirmPassword', 'acceptedTerms', 'marketingOptIn'] },
    { resolver: zodResolver(RegistrationFormSchema), defaultValues: empty, mode: 'onTouched' },
  )
  const accepted = useWatch({ control: form.control, name: 'acceptedTerms' })
  const wanted = useWantedPath()
  const { refused, submit } = useRegistration(props, draft.saved)
  const goToGoogle = useGoogleRegistration(form, props.atGoogle)
  return (
    <>
      <h1>Crear una cuenta</h1>
      <p className="card-intro">Con tu cuenta accedes a tu panel: facturas, resultados y consultas en un solo sitio.</p>
      {isToJoin(wanted) && (
        <NoticeBox>
          Usa el correo en el que recibiste el enlace de tu videollamada: en cuanto lo verifiques te llevamos a ella.
        </NoticeBox>
      )}
      <Form
        draft={draft}
        refused={refused}
        inputNames={registrationInputNamesByField}
        onSubmit={(event) => void form.handleSubmit(submit, sayInvalid)(event)}
      >
        <RegistrationFields form={form} />
        <FormErrorNotice error={refused} title="Error de registro" reason={problemOf(refused)} />
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
      <GoogleSignInButton text="Continuar con Google" keep={false} leave={goToGoogle} />
      <p className="card-end">
        ¿Ya tienes una cuenta? <Link to={withWantedPath('/auth', wanted)}>Inicia sesión</Link>
      </p>
    </>
  )
}
