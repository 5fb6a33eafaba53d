import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { Email } from '#contract/values'
import { AuthProblem } from '../../api/auth-problem.ts'
import { requestPasswordReset } from '../../api/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'

const told = (error: Error | null): string | undefined => {
  const code = error instanceof AuthProblem ? error.code : undefined
  if (code === 'unreachable') return 'No hay conexión con el servidor. Comprueba tu conexión e inténtalo de nuevo.'
  return code === 'too-many-attempts' ? 'Demasiados intentos. Espera un momento antes de intentar de nuevo.' : undefined
}

/** Asks for the mail. Whether the address has an account is not told. */
export function RequestResetForm() {
  const [typed, setTyped] = useState('')
  const [invalid, setInvalid] = useState<string>()
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: requestPasswordReset })
  const problem = told(error)
  const answered = isSuccess || (error && !problem)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = Email.safeParse(typed)
    setInvalid(email.error?.issues[0]?.message)
    if (email.success) mutate(email.data)
  }
  return (
    <>
      <h1>Restablecer contraseña</h1>
      <p className="card-intro">Escribe tu email y te enviaremos un enlace para elegir una contraseña nueva.</p>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={typed}
          error={invalid}
          onChange={({ target }) => setTyped(target.value)}
        />
        {problem && <NoticeBox kind="problem">{problem}</NoticeBox>}
        {answered && (
          <NoticeBox>Si existe una cuenta con ese email, te hemos enviado un enlace. Revisa tu correo.</NoticeBox>
        )}
        <Button type="submit" busy={isPending} busyText="Enviando...">
          Enviar enlace
        </Button>
      </form>
      <p className="card-end">
        <Link to="/auth">Volver a iniciar sesión</Link>
      </p>
    </>
  )
}
