import { Button } from '../../ui/button.tsx'
import { AdminConsultationRow } from './admin-consultation-row.tsx'
import { useConsultationRequests } from './agenda-queries.ts'
import { useConsultationDialogs } from './consultation-dialogs.tsx'

/** Hours that clients have asked for, the soonest first. */
export function RequestsToConfirm() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useConsultationRequests()
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  const { ask, dialog } = useConsultationDialogs({ latest: requests })
  return (
    <>
      {requests.length > 0 && (
        <section className="agenda-part" aria-labelledby="to-confirm-title">
          <h3 id="to-confirm-title">Por confirmar</h3>
          <ul className="admin-list admin-list-scrolled" aria-labelledby="to-confirm-title">
            {requests.map((consultation) => (
              <AdminConsultationRow key={consultation.consultationId} consultation={consultation} ask={ask} />
            ))}
          </ul>
          {hasNextPage && (
            <Button variant="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Cargar más
            </Button>
          )}
        </section>
      )}
      {dialog}
    </>
  )
}
