import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Notification } from '#contract/notifications'
import { mailStatusText, mailTypeText } from '#contract/status-words'
import { errorText } from '../../api/error-text.ts'
import { readPages, write } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const columnsFor = (customerId: string): readonly Column<Notification>[] => [
  { title: 'Fecha', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    title: 'Aviso',
    cell: ({ type, detail }) => (detail ? `${mailTypeText[type]}: ${detail}` : mailTypeText[type]),
  },
  { title: 'Para', cell: ({ to }) => to },
  {
    title: 'Estado',
    cell: (mail) => (
      <>
        <StatusBadge good={mail.status !== 'failed'}>{mailStatusText[mail.status]}</StatusBadge>
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
  readonly mail: Notification
}) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...write(api.notifications.resend),
    onSuccess: () => notify.success('El aviso saldrá en unos minutos'),
    onError: (error) => notify.failure('Error', errorText(error)),
    onSettled: () =>
      queries.invalidateQueries({
        queryKey: [api.notifications.listOfCustomer.method, api.notifications.listOfCustomer.path],
      }),
  })
  return (
    <Button
      variant="secondary"
      size="small"
      busy={isPending}
      busyText="Enviando..."
      aria-label={`Reenviar ${mailTypeText[type]}`}
      onClick={() => mutate({ params: { customerId, mailId } })}
    >
      Reenviar
    </Button>
  )
}

export const SentMails = ({ customerId }: { readonly customerId: string }) => (
  <Card id="mails-title" title="Avisos enviados">
    <List customerId={customerId} />
  </Card>
)

function List({ customerId }: { readonly customerId: string }) {
  const list = useInfiniteQuery(readPages(api.notifications.listOfCustomer, { params: { customerId }, query: {} }))
  return (
    <PagedList list={list} loading="Cargando avisos..." empty="Todavía no se le ha escrito nada." problem={errorText}>
      {(mails) => (
        <RecordTable
          caption="Avisos enviados"
          columns={columnsFor(customerId)}
          rows={mails}
          keyOf={({ mailId }) => mailId}
        />
      )}
    </PagedList>
  )
}
