import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { SignedInAccount } from '#contract/account'
import { apiContract } from '#contract/api'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { MfaSetup } from './mfa-setup.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import './mfa.css'

interface AdminOverlayProps {
  readonly account: SignedInAccount
  readonly signOut: () => void
  readonly complete: () => void
  /** While true the overlay stays, even after the account has a factor. */
  readonly busy: (settingUp: boolean) => void
}

/** A failed listing counts as no factor. */
function useFactors() {
  const { data, error, isPending, isFetching, refetch } = useQuery(endpointQueryOptions(apiContract.mfa.read, {}))
  useEffect(() => {
    // oxlint-disable-next-line no-console -- ERR-02 asks for it to be logged
    if (error) console.error('mfa factors', error)
  }, [error])
  const verified = data?.factors.some(({ factorType, status }) => factorType === 'totp' && status === 'verified')
  return { verified: verified ?? false, error, loading: isPending || isFetching, retry: () => void refetch() }
}

function useCoveredHeader() {
  useLayoutEffect(() => {
    const header = document.querySelector('header')
    header?.setAttribute('inert', '')
    return () => header?.removeAttribute('inert')
  }, [])
}

const SignInAgain = ({ google }: { readonly google: boolean }) => (
  <p role="alert">
    {google
      ? 'Las cuentas de administración no entran con Google. Cierra la sesión y entra con tu correo, tu contraseña y el código de tu aplicación.'
      : 'Esta sesión no ha comprobado tu código. Cierra la sesión y entra de nuevo con tu correo, tu contraseña y el código de tu aplicación.'}
  </p>
)

interface EntranceProps {
  readonly google: boolean
  readonly start: () => void
}

function Entrance({ google, start }: EntranceProps) {
  const { verified, error, loading, retry } = useFactors()
  if (loading) return <p role="status">Comprobando la verificación en dos pasos...</p>
  if (google || verified) return <SignInAgain google={google} />
  if (error) {
    return (
      <>
        <NoticeBox kind="problem">{`Error al obtener factores MFA: ${toErrorMessage(error)}`}</NoticeBox>
        <RetryButton retry={retry} />
      </>
    )
  }
  return <Button onClick={start}>Configurar MFA Ahora (Obligatorio)</Button>
}

/** Covers the panel until an administrador has a second factor. Meanwhile the API refuses what needs it. */
export function AdminMfaOverlay({ account, signOut, complete, busy }: AdminOverlayProps) {
  const [settingUp, setSettingUp] = useState(false)
  const [isDone, setDone] = useState(false)
  useCoveredHeader()
  const show = (setup: boolean) => {
    setSettingUp(setup)
    busy(setup)
  }
  const finish = () => {
    emitAuthEvent('mfaVerified')
    setDone(true)
    show(false)
    complete()
  }
  return (
    <section className="mfa-overlay" aria-labelledby="mfa-required">
      <div className="mfa-step">
        <h1 id="mfa-required">Autenticación Multifactor Requerida</h1>
        <p>
          Las cuentas de administración protegen datos de salud: los administradores deben configurar la verificación en
          dos pasos con una aplicación de autenticación.
        </p>
        <p>
          <strong>El acceso está completamente bloqueado hasta que la completes.</strong>
        </p>
        {isDone && !account.mfaEnabled ? (
          <p role="status">Abriendo tu panel...</p>
        ) : settingUp ? (
          <MfaSetup complete={finish} cancel={() => show(false)} />
        ) : (
          <>
            <Entrance google={account.origin === 'google'} start={() => show(true)} />
            <Button variant="secondary" onClick={signOut}>
              Cerrar sesión
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
