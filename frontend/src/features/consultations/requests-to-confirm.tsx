import { Button } from '../../ui/button.tsx'
import { AdminConsultationRow } from './admin-consultation-row.tsx'
import { useConsultationRequests } from './agenda-queries.ts'

/** Hours that clients have asked for, the soonest first. */
export function RequestsToConfirm() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useConsultationRequests()
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  if (requests.length === 0) return null
  return (
    <section className="agenda-part" aria-labelledby="to-confirm-title">
      <h3 id="to-confirm-title">Por confirmar</h3>
      <ul className="admin-list admin-list-scrolled" aria-labelledby="to-confirm-title">
        {requests.map((consultation) => (
          <AdminConsultationRow key={consultation.consultationId} consultation={consultation} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="plain" size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Cargar más
        </Button>
      )}
    </section>
  )
}
