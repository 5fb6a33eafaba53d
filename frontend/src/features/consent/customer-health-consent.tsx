import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import {
  canRegisterHealthWithdrawal,
  type CustomerHealthConsentStatus,
  healthDataLegalBases,
} from '#contract/health-consent'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, endpointMutationOptions } from '../../api/endpoint-query.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { legalBasisOptions, legalBasisLabels } from '../../content/legal-bases.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { RegisterWithdrawalDialog } from './register-withdrawal-dialog.tsx'
import './health-consent.css'

interface OfCustomer {
  readonly customerId: string
}

const stateOf = (params: OfCustomer) => endpointQueryOptions(apiContract.consent.readHealthOfCustomer, { params })

interface CardProps extends OfCustomer {
  readonly proof: FreshMfaProofPrompt
}

export function CustomerHealthConsentCard({ customerId, proof }: CardProps) {
  const { data, isPending, error, refetch } = useQuery(stateOf({ customerId }))
  return (
    <Card id="health-consent" title="Consentimiento para datos de salud">
      {isPending && <CardLoading text="Cargando..." />}
      {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && <Known consent={data} customerId={customerId} proof={proof} />}
    </Card>
  )
}

function Known({ consent, customerId, proof }: CardProps & { readonly consent: CustomerHealthConsentStatus }) {
  const [withdrawing, setWithdrawing] = useState(false)
  const [naming, setNaming] = useState(false)
  const { state, mayEnter, basis } = consent
  return (
    <div className="health-consent">
      <p>
        <StatusBadge good={mayEnter}>{badgeOf(consent)}</StatusBadge> {factOf(consent)}
      </p>
      {basis && (
        <p>
          Base legal indicada por la consulta el {formatInstantAsDay(basis.namedAt)}: {legalBasisLabels[basis.basis]}.
        </p>
      )}
      {!mayEnter && <p>{describeBar(consent)}</p>}
      {state !== 'given' && state !== 'outdated' && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setNaming(true)}>
            Indicar otra base legal
          </Button>
        </div>
      )}
      {canRegisterHealthWithdrawal(consent) && (
        <div>
          <Button variant="secondary" size="small" onClick={() => setWithdrawing(true)}>
            Registrar retirada del consentimiento
          </Button>
        </div>
      )}
      {withdrawing && (
        <RegisterWithdrawalDialog customerId={customerId} proof={proof} close={() => setWithdrawing(false)} />
      )}
      {naming && <BasisDialog customerId={customerId} close={() => setNaming(false)} />}
    </div>
  )
}

/** `privacy/erase-due` runs once an hour. */
const ERASED_WITHIN_MS = 3_600_000

function describeBar({ state, basis, erasing, withdrawnAt }: CustomerHealthConsentStatus): string {
  const bar = 'No puedes añadir analíticas, suplementos ni notas'
  if (!erasing)
    return state === 'none' ? `${bar}. El cliente puede darlo en su panel, en Cuestionario o en Ajustes.` : `${bar}.`
  const after = basis ? '' : ' Después necesitarás su consentimiento u otra base legal.'
  return `Sus datos de salud se están bloqueando o borrando, y lo que escribieras ahora se borraría con ellos. ${bar} hasta que termine${formatErasureEnd(withdrawnAt)}.${after}`
}

function formatErasureEnd(withdrawnAt: string | null): string {
  const end = withdrawnAt ? Date.parse(withdrawnAt) + ERASED_WITHIN_MS : 0
  if (end < getServerNow().getTime()) return ''
  return `, a las ${formatTime(new Date(end).toISOString())} como muy tarde`
}

function badgeOf({ state, basis, erasing }: CustomerHealthConsentStatus): string {
  if (state === 'given' || state === 'outdated') return 'Dado'
  if (basis && !erasing) return 'Otra base legal'
  return state === 'withdrawn' ? 'Retirado' : 'Sin dar'
}

function factOf({ state, givenAt, byGuardian, withdrawnAt, erasing }: CustomerHealthConsentStatus): string {
  if (state === 'withdrawn' && withdrawnAt) {
    const rest = erasing ? '' : ' Lo que la ley obliga a conservar está bloqueado y lo demás, borrado.'
    return `Se retiró el ${formatInstantAsDay(withdrawnAt)}.${rest}`
  }
  if (!givenAt) return 'El cliente todavía no lo ha dado.'
  const who = byGuardian ? 'Lo dio su madre, padre o tutor' : 'Lo dio'
  const anew = state === 'outdated' ? ' El texto ha cambiado: se lo volveremos a pedir.' : ''
  return `${who} el ${formatInstantAsDay(givenAt)}.${anew}`
}

function BasisDialog({ customerId, close }: OfCustomer & { readonly close: () => void }) {
  const queries = useQueryClient()
  const [basis, setBasis] = useState('')
  const [missing, setMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.consent.nameBasis),
    onSuccess: (state) => {
      queries.setQueryData(stateOf({ customerId }).queryKey, state)
      showNotice.success('Base legal guardada')
      close()
    },
  })
  const chosen = healthDataLegalBases.find((each) => each === basis)
  const submit = () => {
    setMissing(!chosen)
    if (chosen) mutate({ params: { customerId }, body: { basis: chosen } })
  }
  return (
    <Dialog title="Indicar otra base legal" close={close}>
      <Form draft={createUnstoredFormDraft('legal-basis', basis !== '')} refused={error} onSubmit={submit}>
        <p>
          Úsalo solo si puedes demostrarlo. Queda guardado con tu nombre, la fecha y desde dónde lo indicas, y no se
          puede borrar.
        </p>
        <SelectField
          name="basis"
          label="Base legal"
          required
          options={legalBasisOptions}
          none="Elige una"
          value={basis}
          error={missing && !chosen ? 'Elige la base legal' : undefined}
          onChange={({ target }) => setBasis(target.value)}
        />
        <FormErrorNotice error={error} />
        <FormActions busy={isPending} busyText="Guardando...">
          Guardar base legal
        </FormActions>
      </Form>
    </Dialog>
  )
}
