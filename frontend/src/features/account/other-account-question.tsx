import { useState } from 'react'
import { useAuth } from '../../api/auth.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import './account.css'

interface OtherAccountQuestionProps {
  readonly name: string
  readonly email: string
}

/** Asks before a mailed link ends the session of another account in this browser. */
export function OtherAccountSignedInQuestion({ name, email }: OtherAccountQuestionProps) {
  const { signOut } = useAuth()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Has iniciado sesión como {name}
      </h1>
      <p className="card-intro">
        El enlace que has abierto es para elegir la contraseña de una cuenta. Para continuar con él cerraremos la sesión
        de {email} en este navegador.
      </p>
      <div className="step-actions">
        <ButtonLink to="/dashboard" variant="secondary" replace>
          Seguir con mi sesión
        </ButtonLink>
        <Button busy={leaving} busyText="Cerrando sesión..." onClick={leave}>
          Cerrar sesión y continuar
        </Button>
      </div>
    </>
  )
}
