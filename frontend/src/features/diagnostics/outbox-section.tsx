import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { apiContract } from '#contract/api'
import { MAX_COUNTED_MAILS, OUTBOX_DAYS, type Outbox } from '#contract/diagnostics'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime, formatInteger } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import './diagnostics.css'

const SENDING_MS = 5000

/** Requests in a row that requeued nothing: somebody else is doing it. */
const MAX_STUCK = 5

interface Resending {
  readonly total: number
  readonly requeued: number
  readonly isQueueing: boolean
  readonly expiredBefore: number
}

const outboxQuery = endpointQueryOptions(apiContract.diagnostics.outbox, {})

export function OutboxSection() {
  const queries = useQueryClient()
  const [resending, setResending] = useState<Resending>()
  const { data, error, isPending, refetch } = useQuery({
    ...outboxQuery,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (resending && !resending.isQueueing && state.data?.waiting ? SENDING_MS : false),
  })
  const { mutateAsync } = useMutation(endpointMutationOptions(apiContract.diagnostics.resendFailedMails))
  const resend = useMutation({
    mutationFn: async ({ failed, expired }: Outbox) => {
      let requeued = 0
      setResending({ total: failed, requeued, isQueueing: true, expiredBefore: expired })
      let stuck = 0
      for (let left = failed; left > 0 && stuck < MAX_STUCK;) {
        const step = await mutateAsync({})
        stuck = step.requeued === 0 ? stuck + 1 : 0
        requeued += step.requeued
        left = step.left
        setResending({ total: requeued + left, requeued, isQueueing: true, expiredBefore: expired })
      }
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: outboxQuery.queryKey })
      setResending((before) => before && { ...before, isQueueing: false })
    },
  })
  return (
    <section aria-labelledby="outbox-title" className="diagnostics-part diagnostics-outbox">
      <h3 id="outbox-title">Correos pendientes</h3>
      {isPending && <CardLoading text="Contando los correos..." />}
      {!data && error && (
        <CardLoadError text={`No se han podido contar. ${toErrorMessage(error)}`} retry={() => void refetch()} />
      )}
      {data && (
        <>
          <Counts outbox={data} />
          {(data.failed > 0 || resend.isPending) && (
            <Button
              variant="secondary"
              busy={resend.isPending}
              busyText="Poniendo en cola..."
              onClick={() => resend.mutate(data)}
            >
              Volver a enviar
            </Button>
          )}
          {resending && <Progress resending={resending} outbox={data} />}
          {resend.error && (
            <NoticeBox kind="problem">No se han podido poner todos en cola. {toErrorMessage(resend.error)}</NoticeBox>
          )}
        </>
      )}
    </section>
  )
}

function Counts({ outbox }: { readonly outbox: Outbox }) {
  const { waiting, waitingSince, failed, expired, refused } = outbox
  const lately = `en los últimos ${OUTBOX_DAYS} días`
  return (
    <dl className="facts-list">
      <Fact title="Esperan para salir">
        {counted(waiting)}
        {waitingSince && waiting > 0 && `, el más antiguo desde el ${formatDayAndTime(waitingSince)}`}
      </Fact>
      <Fact title="Fallidos">{counted(failed)}</Fact>
      <Fact title={`Caducados ${lately}`}>{counted(expired)}</Fact>
      <Fact title={`Rechazados por su destinatario ${lately}`}>{counted(refused)}</Fact>
    </dl>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const counted = (count: number): string =>
  count >= MAX_COUNTED_MAILS ? `${formatInteger(MAX_COUNTED_MAILS)} o más` : formatInteger(count)

function Progress({ resending, outbox }: { readonly resending: Resending; readonly outbox: Outbox }) {
  const id = useId()
  const { total, requeued, isQueueing } = resending
  if (isQueueing) {
    return (
      <div role="status">
        <label className="field-label" htmlFor={id}>
          Puestos en cola: {formatInteger(requeued)} de {formatInteger(total)}
        </label>
        <progress id={id} className="diagnostics-progress" max={total} value={requeued} />
      </div>
    )
  }
  return <p role="status">{resultOf(resending, outbox)}</p>
}

function resultOf({ requeued, expiredBefore }: Resending, { waiting, failed, expired }: Outbox): string {
  const queued =
    requeued === 1 ? 'Se ha puesto en cola 1 correo.' : `Se han puesto en cola ${formatInteger(requeued)} correos.`
  if (waiting > 0) {
    return `${queued} Salen poco a poco, al ritmo que admite el servicio de correo: ${waiting === 1 ? 'queda 1' : `quedan ${counted(waiting)}`}.`
  }
  const late = Math.max(0, expired - expiredBefore)
  return [
    queued,
    'Ya no espera ninguno.',
    late > 0 &&
      (late === 1 ? '1 había caducado y no se ha enviado.' : `${counted(late)} habían caducado y no se han enviado.`),
    failed > 0 && (failed === 1 ? '1 ha vuelto a fallar.' : `${counted(failed)} han vuelto a fallar.`),
  ]
    .filter(Boolean)
    .join(' ')
}
