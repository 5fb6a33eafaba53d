import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignInSession } from '#contract/account'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { AccountCardBadge, AccountCardLoading, AccountCardLoadError } from '../../ui/account-card-states.tsx'
import { Card } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'

const listed = endpointQueryOptions(apiContract.account.listSessions, {})

function useEnding() {
  const queries = useQueryClient()
  const after = (said: string) => ({
    onSuccess: () => {
      showNotice.success(said)
      return invalidateEndpoints(queries, apiContract.account.listSessions)
    },
    onError: (error: unknown) => showNotice.failure('Error', toErrorMessage(error)),
  })
  return {
    one: useMutation({ ...endpointMutationOptions(apiContract.account.endSession), ...after('Sesión cerrada') }),
    others: useMutation({
      ...endpointMutationOptions(apiContract.account.endOtherSessions),
      ...after('Se ha cerrado la sesión en los demás dispositivos'),
    }),
  }
}

const ways = { password: 'Email y contraseña', google: 'Google' } as const

const columns = (end: ReturnType<typeof useEnding>['one']): readonly TableColumn<SignInSession>[] => [
  { title: 'Dispositivo', cell: ({ device }) => device },
  { title: 'Acceso', cell: ({ origin }) => ways[origin] },
  { title: 'Dirección IP', cell: ({ address }) => address },
  { title: 'Inicio', cell: ({ signedInAt }) => formatDayAndTime(signedInAt) },
  { title: 'Última actividad', cell: ({ lastSeenAt }) => formatDayAndTime(lastSeenAt) },
  {
    title: 'Estado',
    cell: ({ sessionId, device, current }) =>
      current ? (
        <AccountCardBadge>Esta sesión</AccountCardBadge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Cerrar sesión en ${device}`}
          busy={end.isPending && end.variables.params.sessionId === sessionId}
          onClick={() => end.mutate({ params: { sessionId } })}
        >
          Cerrar sesión
        </Button>
      ),
  },
]

function Sessions() {
  const { data, isPending, error, refetch } = useQuery(listed)
  const { one, others } = useEnding()
  if (isPending) return <AccountCardLoading text="Cargando tus sesiones..." />
  if (!data) return <AccountCardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  return (
    <>
      <ResponsiveTable
        caption="Sesiones abiertas"
        columns={columns(one)}
        rows={data.items}
        keyOf={({ sessionId }) => sessionId}
      />
      {data.items.some(({ current }) => !current) && (
        <div className="sheet-more">
          <Button variant="secondary" busy={others.isPending} onClick={() => others.mutate({})}>
            Cerrar sesión en los demás dispositivos
          </Button>
        </div>
      )}
    </>
  )
}

export const OpenSessionsSection = () => (
  <Card id="sessions" title="Sesiones abiertas">
    <p>Si no reconoces alguna, ciérrala y cambia tu contraseña.</p>
    <p>
      <ButtonLink to="/reset-password" variant="secondary">
        Cambiar mi contraseña
      </ButtonLink>
    </p>
    <Sessions />
  </Card>
)
