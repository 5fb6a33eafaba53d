import { formatInteger } from '../../ui/format.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { renewTokenClaims } from '../../api/auth-session.ts'
import { useRestoreFocusAfterBusy } from '../../ui/focus.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { AccountCardLoading, AccountCardLoadError } from '../../ui/account-card-states.tsx'
import { Card } from '../../ui/panel.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { MfaSetup } from './mfa-setup.tsx'
import { toMfaDisableErrorMessage } from './mfa-error-messages.ts'
import { MfaRecoveryCodeList } from './mfa-recovery-code-list.tsx'
import { MfaProofCancelledError, useMfaProof } from './use-mfa-proof.tsx'
import './mfa.css'

const fail = (text: (error: unknown) => string) => (error: unknown) => {
  if (!(error instanceof MfaProofCancelledError)) showNotice.failure('Error', text(error))
}

function useFactorChanges(show: (next: Scene) => void) {
  const { withProof, dialog } = useMfaProof()
  const reload = useReload()
  const disable = useMutation({
    mutationFn: () => withProof(() => callApi(apiContract.mfa.disable, {})),
    onSuccess: async () => {
      showNotice.success('Verificación en dos pasos desactivada')
      await renewTokenClaims()
      await reload()
    },
    onError: fail(toMfaDisableErrorMessage),
  })
  const replace = useMutation({
    mutationFn: () => withProof(() => callApi(apiContract.mfa.allowEnrolment, { body: {} })),
    onSuccess: ({ key }) => show({ kind: 'setup', enrolmentKey: key }),
    onError: fail((error) => toErrorMessage(error)),
  })
  const renew = useMutation({
    mutationFn: () => withProof(() => callApi(apiContract.mfa.renewRecoveryCodes, {})),
    onSuccess: ({ recoveryCodes }) => show({ kind: 'codes', codes: recoveryCodes }),
    onError: fail((error) => toErrorMessage(error)),
  })
  return { disable, replace, renew, dialog, busy: disable.isPending || replace.isPending || renew.isPending }
}

function useReload() {
  const queries = useQueryClient()
  return async () => {
    emitAuthEvent('userUpdated')
    await invalidateEndpoints(queries, apiContract.mfa.read)
  }
}

type Scene =
  | { readonly kind: 'card' }
  | { readonly kind: 'setup'; readonly enrolmentKey?: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

interface FactorCardProps {
  readonly on: boolean
  readonly codesLeft: number
  readonly show: (next: Scene) => void
}

const few = 2

function codesText(left: number): string {
  if (left === 0) return 'No te queda ningún código de recuperación. Genera otros antes de que te hagan falta.'
  const count =
    left === 1 ? 'Te queda 1 código de recuperación.' : `Te quedan ${formatInteger(left)} códigos de recuperación.`
  return left <= few ? `${count} Genera otros antes de que se acaben.` : count
}

function FactorCard({ on, codesLeft, show }: FactorCardProps) {
  const { disable, replace, renew, dialog, busy } = useFactorChanges(show)
  const card = useRestoreFocusAfterBusy(busy)
  return (
    <>
      <div className="mfa-card" {...card}>
        <SwitchField
          label="Verificación en dos pasos (2FA)"
          hint="Al entrar te pediremos, además de tu contraseña, un código de tu aplicación de autenticación."
          on={on}
          disabled={busy}
          onSwitch={(next) => (next ? show({ kind: 'setup' }) : disable.mutate())}
        />
        {on && (
          <>
            <p className="mfa-facts">{codesText(codesLeft)}</p>
            <div className="mfa-actions">
              <Button variant="secondary" busy={renew.isPending} onClick={() => renew.mutate()}>
                Regenerar códigos
              </Button>
              <Button variant="secondary" busy={replace.isPending} onClick={() => replace.mutate()}>
                Cambiar de aplicación
              </Button>
            </div>
          </>
        )}
      </div>
      {dialog}
    </>
  )
}

function Factor() {
  const [scene, setScene] = useState<Scene>({ kind: 'card' })
  const { data, isPending, refetch } = useQuery(endpointQueryOptions(apiContract.mfa.read, {}))
  const reload = useReload()
  const leave = () => {
    setScene({ kind: 'card' })
    void reload()
  }
  if (scene.kind === 'setup') {
    const { enrolmentKey } = scene
    return <MfaSetup {...(enrolmentKey && { enrolmentKey })} complete={leave} cancel={leave} />
  }
  if (scene.kind === 'codes') return <MfaRecoveryCodeList codes={scene.codes} proceed={leave} />
  if (isPending) return <AccountCardLoading text="Comprobando tu verificación en dos pasos..." />
  if (!data) return <AccountCardLoadError text="No se pudo verificar el estado de 2FA" retry={() => void refetch()} />
  const on = data.factors.some(({ factorType, status }) => factorType === 'totp' && status === 'verified')
  return <FactorCard on={on} codesLeft={data.recoveryCodesLeft} show={setScene} />
}

export const MfaSettingsSection = () => (
  <Card id="security" title="Verificación en dos pasos">
    <Factor />
  </Card>
)
