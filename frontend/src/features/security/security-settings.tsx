import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import {
  lockedSecuritySettingMessages,
  getSecurityScoreLabel,
  computeSecurityScore,
  type SecuritySettings as Settings,
  ADMIN_SESSION_HOUR_LIMITS,
  securitySettingLabels,
  type SecuritySettingsOverview,
} from '#contract/security-settings'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage, toSwitchErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { useRestoreFocusAfterBusy } from '../../ui/focus.ts'
import { formatDayAndTime } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import './security-settings.css'

/** Polling interval in milliseconds: another administrador may change the settings. */
const EVERY_MS = 30_000

const stored = endpointQueryOptions(apiContract.security.settings, {})

function useSave({ version }: SecuritySettingsOverview, { withProof, isCancelled }: FreshMfaProofPrompt) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settings: Partial<Settings>) =>
      withProof(() => callApi(apiContract.security.changeSettings, { body: { version, settings } })),
    onSuccess: async (saved) => {
      // A query that started before the change would restore the old values with an outdated version.
      await queries.cancelQueries({ queryKey: stored.queryKey })
      queries.setQueryData(stored.queryKey, saved)
      showNotice.success('Cambios guardados', 'Valen en toda la aplicación en un minuto como mucho.')
      return invalidateEndpoints(queries, apiContract.security.audit)
    },
    onError: (error, { sessionTimeout }) => {
      if (isCancelled(error)) return undefined
      const reason = sessionTimeout === undefined ? toSwitchErrorMessage(error) : toErrorMessage(error)
      showNotice.failure('No se pudieron guardar los cambios', reason)
      return invalidateEndpoints(queries, apiContract.security.settings)
    },
  })
}

const hints = {
  enforceStrongPasswords:
    'Rechaza las comunes y las que llevan el nombre o el correo. La política básica vale siempre.',
  rateLimiting:
    'En un sitio nuevo, 20 intentos al día (10 con segundo factor). El básico (10 y 5 en 15 minutos) vale siempre.',
  sessionTimeout: `Horas que dura la sesión de un administrador, de ${ADMIN_SESSION_HOUR_LIMITS.min} a ${ADMIN_SESSION_HOUR_LIMITS.max}; después tiene que volver a identificarse.`,
} as const

interface ChangesProps {
  readonly settings: Settings
  readonly busy: boolean
  readonly refused: unknown
  readonly save: (settings: Partial<Settings>) => void
}

const Switches = ({ settings, busy, save }: ChangesProps) => (
  <>
    {(['enforceStrongPasswords', 'requireMfaForAdmins', 'rateLimiting', 'auditLogging'] as const).map((name) =>
      name in lockedSecuritySettingMessages ? (
        <SwitchField
          key={name}
          label={securitySettingLabels[name]}
          hint={lockedSecuritySettingMessages[name as keyof typeof lockedSecuritySettingMessages]}
          on
          disabled
          onSwitch={() => undefined}
        />
      ) : (
        <SwitchField
          key={name}
          label={securitySettingLabels[name]}
          hint={hints[name as 'rateLimiting']}
          on={settings[name]}
          disabled={busy}
          onSwitch={(on) => save({ [name]: on })}
        />
      ),
    )}
  </>
)

const inputNames = { settings: 'sessionTimeout' }

function Timeout({ settings, busy, refused, save }: ChangesProps) {
  const [typed, setTyped] = useState(`${settings.sessionTimeout}`)
  const restore = () => setTyped(`${settings.sessionTimeout}`)
  const draft = {
    ...createUnstoredFormDraft('security-timeout', Number(typed) !== settings.sessionTimeout),
    discard: restore,
    startOver: restore,
  }
  const submit = () => {
    save({ sessionTimeout: Number(typed) })
  }
  return (
    <Form draft={draft} refused={refused} inputNames={inputNames} className="security-timeout" onSubmit={submit}>
      <TextField
        name="sessionTimeout"
        label={securitySettingLabels.sessionTimeout}
        hint={hints.sessionTimeout}
        type="number"
        inputMode="numeric"
        required
        min={ADMIN_SESSION_HOUR_LIMITS.min}
        max={ADMIN_SESSION_HOUR_LIMITS.max}
        step={1}
        value={typed}
        after={<span aria-hidden="true">h</span>}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        disabled={busy || typed === '' || Number(typed) === settings.sessionTimeout}
      >
        Guardar<span className="visually-hidden"> el cierre de sesión</span>
      </Button>
    </Form>
  )
}

function betterScore(settings: Settings): string | undefined {
  const off = (['enforceStrongPasswords', 'rateLimiting'] as const).filter((name) => !settings[name])
  if (off.length === 0) return undefined
  const points = computeSecurityScore({ ...settings, enforceStrongPasswords: true, rateLimiting: true })
  const names = off.map((name) => securitySettingLabels[name].toLowerCase()).join(' y ')
  return `Con ${names}: ${points}, ${getSecurityScoreLabel(points)}`
}

function Loaded({ data, proof }: { readonly data: SecuritySettingsOverview; readonly proof: FreshMfaProofPrompt }) {
  const { settings, score, changedAt, changedBy } = data
  const { mutate, isPending, error, variables } = useSave(data, proof)
  const around = useRestoreFocusAfterBusy(isPending)
  // A switch has no field for the error, so a notice shows it.
  const refused = variables?.sessionTimeout === undefined ? null : error
  const changes = { settings, busy: isPending, refused, save: (wanted: Partial<Settings>) => mutate(wanted) }
  return (
    <div className="security-settings">
      <SecurityScoreBar {...score} better={betterScore(settings)} />
      <div className="security-switches" {...around}>
        <Switches {...changes} />
        <Timeout key={settings.sessionTimeout} {...changes} />
        <p className="field-hint">
          Cada cambio pide un código nuevo, queda en el registro y vale en todas partes antes de un minuto.
          {changedAt && ` Último cambio: ${changedBy ?? 'una persona borrada'}, ${formatDayAndTime(changedAt)}.`}
        </p>
      </div>
    </div>
  )
}

export function SecuritySettingsCard({ proof }: { readonly proof: FreshMfaProofPrompt }) {
  const { data, isPending, error, refetch } = useQuery({ ...stored, refetchInterval: EVERY_MS })
  return (
    <Card id="security-settings" title="Puntuación y ajustes">
      {isPending && <CardLoading text="Cargando ajustes de seguridad..." />}
      {data && <Loaded data={data} proof={proof} />}
      {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
    </Card>
  )
}

interface ScoreProps {
  readonly points: number
  readonly label: SecuritySettingsOverview['score']['label']
  readonly better: string | undefined
}

const SecurityScoreBar = ({ points, label, better }: ScoreProps) => (
  <div className="security-score">
    <p className="security-points">
      <strong>{points}</strong> <span>de 100</span> <em>{label}</em>
    </p>
    <meter aria-label="Puntuación de seguridad" min={0} max={100} low={70} high={90} optimum={100} value={points} />
    {better && <p className="field-hint">{better}</p>}
  </div>
)
