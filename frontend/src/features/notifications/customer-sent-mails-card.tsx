import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { ClientNotification } from '#contract/notifications'
import { mailStatusLabels, mailTypeLabels } from '#contract/mail-labels'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointPagesQueryOptions, endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const arrives: readonly ClientNotification['status'][] = ['queued', 'sending', 'sent', 'skipped']

const columnsFor = (customerId: string): readonly TableColumn<ClientNotification>[] => [
  { title: 'Fecha', cell: ({ createdAt }) => formatDayAndTime(createdAt) },
  {
    title: 'Aviso',
    cell: ({ type, detail }) => (detail ? `${mailTypeLabels[type]}: ${detail}` : mailTypeLabels[type]),
  },
  { title: 'Para', cell: ({ to }) => to },
  {
    title: 'Estado',
    cell: (mail) => (
      <>
        <StatusBadge good={arrives.includes(mail.status)}>{mailStatusLabels[mail.status]}</StatusBadge>
        {mail.status === 'failed' && <ResendButton customerId={customerId} mail={mail} />}
      </>
    ),
  },
]

function ResendButton({
  customerId,
  mail: { mailId, type },
}: {
  readonly customerId: string
  readonly mail: ClientNotification
}) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.notifications.resend),
    onSuccess: () => showNotice.success('El aviso saldrá en unos minutos'),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
    onSettled: () => invalidateEndpoints(queries, apiContract.notifications.listOfCustomer),
  })
  return (
    <Button
      variant="secondary"
      size="small"
      busy={isPending}
      busyText="Enviando..."
      aria-label={`Reenviar ${mailTypeLabels[type]}`}
      onClick={() => mutate({ params: { customerId, mailId } })}
    >
      Reenviar
    </Button>
  )
}

export const CustomerSentMailsCard = ({ customerId }: { readonly customerId: string }) => (
  <Card id="mails-title" title="Avisos enviados">
    <List customerId={customerId} />
  </Card>
)

function List({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(
    endpointPagesQueryOptions(apiContract.notifications.listOfCustomer, { params: { customerId }, query: {} }),
  )
  return (
    <PagedList
      list={list}
      loading="Cargando avisos..."
      empty="Todavía no se le ha escrito nada."
      problem={toErrorMessage}
    >
      {(mails) => (
        <ResponsiveTable
          caption="Avisos enviados"
          columns={columnsFor(customerId)}
          rows={mails}
          keyOf={({ mailId }) => mailId}
        />
      )}
    </PagedList>
  )
}
