import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { TestMail as Mail } from '#contract/diagnostics'
import { refusedMailStatuses } from '#contract/mail-statuses'
import { useAuth } from '../../api/auth.tsx'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { Card } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { OutboxSection } from './outbox-section.tsx'
import './diagnostics.css'

/** Polling interval in milliseconds: a mail is sent within seconds, a failed one is retried within minutes. */
const SOON_MS = 2000
const LATER_MS = 20_000

const isUnderWay = ({ status }: Mail): boolean => status === 'queued' || status === 'sending'

function askAgainAfter(mail: Mail | undefined): number | false {
  if (!mail || !isUnderWay(mail)) return false
  return mail.attempts === 0 || mail.status === 'sending' ? SOON_MS : LATER_MS
}

const of = (mailId: string) => endpointQueryOptions(apiContract.diagnostics.testMail, { params: { mailId } })

export function TestMailCard() {
  const { account } = useAuth()
  const queries = useQueryClient()
  const [mailId, setMailId] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const send = useMutation({
    ...endpointMutationOptions(apiContract.diagnostics.sendTestMail),
    onMutate: () => setRefusal(undefined),
    onSuccess: (mail) => {
      queries.setQueryData(of(mail.mailId).queryKey, mail)
      setMailId(mail.mailId)
    },
    onError: (error) => setRefusal(toErrorMessage(error)),
  })
  return (
    <Card id="test-mail-title" title="Notificaciones">
      <div className="sheet-lead">
        <p>
          Envía un correo de prueba a tu dirección{account && <strong> {account.email}</strong>}, por el mismo camino
          que los avisos a los clientes. Puedes pedir cinco cada hora.
        </p>
        <Button variant="secondary" busy={send.isPending} busyText="Enviando..." onClick={() => send.mutate({})}>
          Enviarme un correo de prueba
        </Button>
      </div>
      {refusal && <NoticeBox kind="problem">No se ha podido pedir el correo. {refusal}</NoticeBox>}
      {mailId && <Progress mailId={mailId} />}
      <OutboxSection />
    </Card>
  )
}

const stateText: Record<Mail['status'], string> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  skipped: 'No enviado',
  expired: 'Caducado',
  failed: 'Fallido',
  bounced: 'Devuelto',
  complained: 'No deseado',
  suppressed: 'Retenido',
}

function Progress({ mailId }: { readonly mailId: string }) {
  const { data: mail, error } = useQuery({ ...of(mailId), refetchInterval: ({ state }) => askAgainAfter(state.data) })
  if (!mail) return null
  return (
    <div className="diagnostics-mail" role="status">
      <StatusBadge good={mail.status === 'sent' || (isUnderWay(mail) && !isLate(mail))}>
        {stateText[mail.status]}
      </StatusBadge>
      <p>{error ? `No sabemos cómo va el correo. ${toErrorMessage(error)}` : progressOf(mail)}</p>
    </div>
  )
}

const isLate = ({ status, attempts }: Mail): boolean => status === 'queued' && attempts > 0

function progressOf({ status, to, attempts, createdAt, sentAt, nextAttemptAt }: Mail): string {
  const asked = `Pedido el ${formatDayAndTime(createdAt)}.`
  if (status === 'sent' && sentAt) {
    return `El ${formatDayAndTime(sentAt)} ha salido hacia ${to}. Si no lo ves en unos minutos, mira en el correo no deseado.`
  }
  if (status === 'queued' && attempts > 0 && nextAttemptAt) {
    return `${asked} No ha salido en ${times(attempts)}. Se volverá a intentar a partir del ${formatDayAndTime(nextAttemptAt)}.`
  }
  if (status === 'queued' || status === 'sending') return `${asked} Saldrá en unos segundos.`
  if (status === 'expired') return `${asked} No ha podido salir en una semana y ya no se enviará.`
  if (refusedMailStatuses.some((refused) => refused === status)) {
    return `${asked} Ha salido hacia ${to}, pero esa dirección lo ha rechazado. Comprueba que recibe correo.`
  }
  return `${asked} No ha salido en ${times(attempts)} y no se intentará más. Comprueba el servicio de correo.`
}

const times = (attempts: number): string => (attempts === 1 ? 'un intento' : `${attempts} intentos`)
