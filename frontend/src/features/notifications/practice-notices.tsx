import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiContract } from '#contract/api'
import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import {
  describePracticeNotice,
  type PracticeNotice,
  type PracticeNoticeMailChoice,
  practiceNoticeMailChoices,
  practiceNoticeMailLabels,
  practiceNoticeStranger,
} from '#contract/practice-notices'
import { endpointMutationOptions, endpointPagesQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Card } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { preventAmountWrapping } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { formatTime } from '../../ui/wall-time.ts'
import './practice-notices.css'

const endpoints = apiContract.notifications

const formatDay = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

/** Listed notices count as seen, but stay marked until the list is opened again. */
export function PracticeNotices() {
  const list = useInfiniteQuery(endpointPagesQueryOptions(endpoints.listOfPractice, { query: {} }))
  const newest = list.data?.pages[0]?.items[0]
  useMarkSeen(newest?.isNew ? newest.createdAt : undefined)
  return (
    <>
      <Card id="practice-notices-title" title="Lo último">
        <PagedList
          list={list}
          loading="Cargando novedades..."
          empty="Todavía no hay novedades"
          problem={(reason) => `No se pudieron cargar las novedades. ${toErrorMessage(reason)}`}
        >
          {(notices) =>
            [...Map.groupBy(notices, ({ happenedAt }) => toPracticeDay(happenedAt))].map(([day, ofDay]) => (
              <section key={day} className="practice-notices-day">
                <h3>{formatDay(day)}</h3>
                <ul className="practice-notices">
                  {ofDay.map((notice) => (
                    <NoticeRow key={notice.noticeId} notice={notice} />
                  ))}
                </ul>
              </section>
            ))
          }
        </PagedList>
      </Card>
      {list.data && <MailChoice mail={list.data.pages[0]?.mail ?? 'at-once'} />}
    </>
  )
}

function useMarkSeen(seenUntil: string | undefined): void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    ...endpointMutationOptions(endpoints.markSeen),
    onSuccess: () => invalidateEndpoints(queries, endpoints.countUnseen),
  })
  useEffect(() => {
    if (seenUntil) mutate({ body: { seenUntil } })
  }, [mutate, seenUntil])
}

function NoticeRow({ notice }: { readonly notice: PracticeNotice }) {
  const { kind, customer, happenedAt, isNew } = notice
  return (
    <li className="practice-notice">
      <time dateTime={happenedAt}>{formatTime(happenedAt)}</time>
      <p>
        {customer ? <Link to={`/client/${customer.customerId}`}>{customer.name}</Link> : practiceNoticeStranger}{' '}
        {preventAmountWrapping(describePracticeNotice(kind, notice))}
      </p>
      {isNew && <span className="practice-notice-mark">Nueva</span>}
    </li>
  )
}

function MailChoice({ mail }: { readonly mail: PracticeNoticeMailChoice }) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(endpoints.setMailFrequency),
    onSuccess: () => showNotice.success('Ajuste guardado'),
    onError: (error) => showNotice.failure('No se ha guardado el ajuste', toErrorMessage(error)),
    onSettled: () => invalidateEndpoints(queries, endpoints.listOfPractice),
  })
  return (
    <Card id="practice-notices-mail-title" title="Por correo">
      <div className="practice-notices-mail">
        <SelectField
          label="Avisos de la agenda"
          hint="Solo para ti. Los desistimientos y las devoluciones rechazadas llegan siempre al correo de la consulta; los pagos reclamados al banco, siempre a ti y al momento."
          name="mail"
          value={mail}
          disabled={isPending}
          options={practiceNoticeMailChoices.map((choice) => [choice, practiceNoticeMailLabels[choice]] as const)}
          onChange={({ target }) =>
            mutate({ body: { mail: practiceNoticeMailChoices.find((choice) => choice === target.value) ?? mail } })
          }
        />
      </div>
    </Card>
  )
}
