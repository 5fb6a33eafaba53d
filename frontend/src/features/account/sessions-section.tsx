import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignInSession } from '#contract/account'
import { api } from '#contract/api'
import { errorText } from '../../api/error-text.ts'
import { read, write } from '../../api/query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { AccountBadge, AccountLoading, AccountProblem } from '../../ui/account-states.tsx'
import { Card } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'

const listed = read(api.account.listSessions, {})

function useEnding() {
  const queries = useQueryClient()
  const after = (said: string) => ({
    onSuccess: () => {
      notify.success(said)
      return queries.invalidateQueries({ queryKey: listed.queryKey })
    },
    onError: (error: unknown) => notify.failure('Error', errorText(error)),
  })
  return {
    one: useMutation({ ...write(api.account.endSession), ...after('Sesión cerrada') }),
    others: useMutation({
      ...write(api.account.endOtherSessions),
      ...after('Se ha cerrado la sesión en los demás dispositivos'),
    }),
  }
}

const ways = { password: 'Email y contraseña', google: 'Google' } as const

const columns = (end: ReturnType<typeof useEnding>['one']): readonly Column<SignInSession>[] => [
  { title: 'Dispositivo', cell: ({ device }) => device },
  { title: 'Acceso', cell: ({ origin }) => ways[origin] },
  { title: 'Dirección IP', cell: ({ address }) => address },
  { title: 'Inicio', cell: ({ signedInAt }) => formatMoment(signedInAt) },
  { title: 'Última actividad', cell: ({ lastSeenAt }) => formatMoment(lastSeenAt) },
  {
    title: 'Estado',
    cell: ({ sessionId, device, current }) =>
      current ? (
        <AccountBadge>Esta sesión</AccountBadge>
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
  if (isPending) return <AccountLoading text="Cargando tus sesiones..." />
  if (!data) return <AccountProblem text={errorText(error)} retry={() => void refetch()} />
  return (
    <>
      <RecordTable
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

export const SessionsSection = () => (
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
