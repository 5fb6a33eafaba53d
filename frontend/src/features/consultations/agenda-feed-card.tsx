import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { Card, CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import './agenda-feed.css'

const { createFeed, readFeedState, revokeFeed } = apiContract.consultations
const feedQuery = endpointQueryOptions(readFeedState, {})

interface AgendaFeedCardProps {
  readonly proof: {
    readonly withProof: <T>(ask: () => Promise<T>) => Promise<T>
    readonly isCancelled: (error: unknown) => boolean
  }
}

/** The address is shown only once, because the server stores only its hash. */
export function AgendaFeedCard({ proof: { withProof, isCancelled } }: AgendaFeedCardProps) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(feedQuery)
  const keep = ({ createdAt }: { readonly createdAt: string | null }) =>
    queries.setQueryData(feedQuery.queryKey, { createdAt })
  const create = useMutation({ mutationFn: () => withProof(() => callApi(createFeed, {})), onSuccess: keep })
  const revoke = useMutation({
    mutationFn: () => withProof(() => callApi(revokeFeed, {})),
    onSuccess: () => {
      create.reset()
      keep({ createdAt: null })
    },
  })
  const problem = [create.error, revoke.error].find((each) => each && !isCancelled(each))
  return (
    <Card id="agenda-feed" title="La agenda en tu calendario">
      <p>
        Con una dirección privada ves tus consultas en Google Calendar, Outlook o el calendario de tu teléfono. Solo
        muestra la hora, las iniciales de cada cliente y «Consulta».
      </p>
      {create.data && <NewAddress url={create.data.url} />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {!data && !error && <CardLoading text="Cargando..." />}
      {data?.createdAt && !create.data && (
        <p className="field-hint">
          Hay una dirección desde el {formatInstantAsDay(data.createdAt)}. Si la has perdido o la tiene alguien más,
          crea otra: la anterior dejará de funcionar.
        </p>
      )}
      {problem && <NoticeBox kind="problem">{toErrorMessage(problem)}</NoticeBox>}
      {data && <FeedButtons isMade={data.createdAt !== null} create={create} revoke={revoke} />}
    </Card>
  )
}

interface Press {
  readonly isPending: boolean
  readonly mutate: () => void
}

interface FeedButtonsProps {
  readonly isMade: boolean
  readonly create: Press
  readonly revoke: Press
}

function FeedButtons({ isMade, create, revoke }: FeedButtonsProps) {
  const isBusy = create.isPending || revoke.isPending
  return (
    <div className="agenda-feed-buttons">
      <Button
        variant="secondary"
        disabled={isBusy}
        busy={create.isPending}
        busyText="Creando..."
        onClick={() => create.mutate()}
      >
        {isMade ? 'Crear otra dirección' : 'Crear dirección'}
      </Button>
      {isMade && (
        <Button
          variant="remove"
          disabled={isBusy}
          busy={revoke.isPending}
          busyText="Anulando..."
          onClick={() => revoke.mutate()}
        >
          Anular
        </Button>
      )}
    </div>
  )
}

function NewAddress({ url }: { readonly url: string }) {
  return (
    <div role="status" className="agenda-feed-address">
      <div className="agenda-feed-copy">
        <TextField label="Dirección para suscribirte" readOnly value={url} onFocus={({ target }) => target.select()} />
        <CopyButton text={url} done="La dirección está en el portapapeles" label="Copiar la dirección" />
      </div>
      <p className="field-hint">
        Cópiala ahora: no volveremos a mostrarla. Pégala en tu calendario, en «Suscribirse» o «Desde URL», y no la
        compartas: quien la tenga ve tu agenda.
      </p>
    </div>
  )
}
