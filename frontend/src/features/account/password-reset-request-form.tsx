import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Email } from '#contract/value-schemas'
import { AuthError } from '../../api/auth-error.ts'
import { requestPasswordReset } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { SignInLinkRequest } from './sign-in-link.tsx'

const Asked = z.object({ email: Email })

/** Cognito limits requests per hour, whoever sends them. */
const tooManyText =
  'Demasiados intentos, quizá de otra persona con tu correo. Espera una hora o, si recuerdas tu contraseña, entra ahora con un enlace que te enviamos al correo.'

const told = (error: Error | null): string | undefined => {
  const code = error instanceof AuthError ? error.code : undefined
  if (code === 'unreachable') return 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.'
  return code === 'too-many-attempts' ? tooManyText : undefined
}

/** Does not reveal whether the email has an account: failures that depend on it are not shown. */
export function PasswordResetRequestForm() {
  const { form, draft } = useVisitorDraftForm(
    { form: 'reset-request' },
    { resolver: zodResolver(Asked), defaultValues: { email: '' } },
  )
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: requestPasswordReset })
  const problem = told(error)
  const answered = isSuccess || (error && !problem)
  const submit = form.handleSubmit(({ email }) => mutate(email, { onSuccess: draft.saved }))
  return (
    <>
      <h1>Restablecer contraseña</h1>
      <p className="card-intro">Escribe tu correo y te enviaremos un enlace para elegir una contraseña nueva.</p>
      <Form draft={draft} refused={error} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        {problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
        {answered && (
          <NoticeBox>
            Si existe una cuenta con ese correo, te llegará un enlace. Revisa tu bandeja de entrada; si no te llega en
            unos minutos, vuelve a pedirlo.
          </NoticeBox>
        )}
        <Button type="submit" busy={isPending} busyText="Enviando...">
          Enviar enlace
        </Button>
      </Form>
      {problem === tooManyText && <SignInLinkRequest email={form.getValues('email')} />}
      <p className="card-end">
        <Link to="/auth">Volver a iniciar sesión</Link>
      </p>
    </>
  )
}
