import { LoadMoreButton } from '../../ui/load-more.tsx'
import { AdminConsultationRow } from './admin-consultation-row.tsx'
import { useConsultationRequests } from './agenda-queries.ts'
import { useConsultationDialogs } from './consultation-dialogs.tsx'
import './agenda-planner.css'

export function RequestsToConfirm() {
  const list = useConsultationRequests()
  const requests = list.data?.pages.flatMap(({ items }) => items) ?? []
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
          <LoadMoreButton list={list} />
        </section>
      )}
      {dialog}
    </>
  )
}
