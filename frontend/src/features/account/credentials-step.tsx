import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { Email } from '#contract/value-schemas'
import { reportFailedSignInStage, startSignIn, type SignInStep } from '../../api/sign-in.ts'
import { toAuthError } from '../../api/auth-error.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { GoogleSignInButton } from './google-button.tsx'
import { ResendVerificationButton } from './resend-verification.tsx'
import { SignInLinkRequest, SignInLinkNotice } from './sign-in-link.tsx'
import { toSignInErrorMessage, tooManyAttemptsText, emailUnconfirmedText } from './sign-in-error-message.ts'
import { useWantedPath, withWantedPath } from './use-wanted-path.ts'
import './account.css'

const Credentials = z.object({
  email: z.pipe(z.string().check(z.minLength(1, { error: 'Escribe tu email' })), Email),
  password: z.string().check(z.minLength(1, { error: 'Escribe tu contraseña' })),
  keep: z.boolean(),
})
type Credentials = z.infer<typeof Credentials>

interface CredentialsStepProps {
  readonly proceed: (step: SignInStep, email: string) => Promise<void>
  readonly onSend: () => void
  readonly atGoogle: () => void
  readonly notice: string | undefined
  readonly verifiedEmail?: string | undefined
  readonly ended?: boolean | undefined
}

function useSignIn(
  { proceed, onSend, notice }: Pick<CredentialsStepProps, 'proceed' | 'onSend' | 'notice'>,
  accepted: () => void,
) {
  const [problem, setProblem] = useState(notice)
  const submit = async (given: Credentials) => {
    setProblem(undefined)
    onSend()
    try {
      const step = await startSignIn(given)
      if (step === 'unconfirmed') setProblem(emailUnconfirmedText)
      if (step === 'unknown') setProblem('Error al iniciar sesión')
      accepted()
      await proceed(step, given.email)
    } catch (error) {
      if (toAuthError(error).code === 'credentials') reportFailedSignInStage('password')
      setProblem(toSignInErrorMessage(error))
    }
  }
  return { problem, submit }
}

const CredentialFields = ({ form }: { readonly form: UseFormReturn<Credentials> }) => {
  const { register, formState } = form
  return (
    <>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <div className="sign-in-options">
        <CheckboxField label="Mantener la sesión iniciada" aria-describedby="keep-hint" {...register('keep')} />
        <p className="field-hint" id="keep-hint">
          Si no la marcas, tendrás que entrar de nuevo en cada pestaña, también desde los enlaces de nuestros correos.
        </p>
        <Link to="/reset-password?solicitar=1">¿Olvidaste tu contraseña?</Link>
      </div>
    </>
  )
}

export function SignInCredentialsStep(props: CredentialsStepProps) {
  const { form, draft } = useVisitorDraftForm<Credentials>(
    { form: 'sign-in', omit: ['password'] },
    {
      resolver: zodResolver(Credentials),
      defaultValues: { email: props.verifiedEmail ?? '', password: '', keep: false },
    },
  )
  const { problem, submit } = useSignIn(props, draft.saved)
  const wanted = useWantedPath()
  const keep = useWatch({ control: form.control, name: 'keep' })
  const unconfirmed = problem === emailUnconfirmedText
  return (
    <>
      <h1>Iniciar sesión</h1>
      <p className="card-intro">Entra en tu panel con tu correo y tu contraseña.</p>
      <SignInLinkNotice />
      {/* Cognito's errors never concern a single field. */}
      <Form draft={draft} refused={null} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        {props.verifiedEmail && !problem && (
          <NoticeBox>Correo verificado. Inicia sesión para entrar en tu panel.</NoticeBox>
        )}
        {props.ended && !problem && (
          <NoticeBox>Tu sesión ha terminado. Entra de nuevo y volverás adonde estabas.</NoticeBox>
        )}
        <CredentialFields form={form} />
        {problem && (
          <NoticeBox kind="problem">
            <p>{problem}</p>
          </NoticeBox>
        )}
        <Button type="submit" busy={form.formState.isSubmitting} busyText="Entrando...">
          Iniciar sesión
        </Button>
      </Form>
      <GoogleSignInButton text="Continuar con Google" keep={keep} leave={props.atGoogle} />
      {problem === tooManyAttemptsText && <SignInLinkRequest email={form.getValues('email').trim().toLowerCase()} />}
      {unconfirmed && <ResendVerificationButton email={form.getValues('email').trim().toLowerCase()} />}
      <p className="card-end">
        ¿Aún no tienes cuenta? <Link to={withWantedPath('/register', wanted)}>Crear una cuenta</Link>
      </p>
    </>
  )
}
