import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { apiContract } from '#contract/api'
import { MAX_COUNTED_PRACTICE_NOTICES } from '#contract/practice-notices'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Link } from '../../ui/link.tsx'
import './practice-notices.css'

const ASK_EVERY_MS = 60_000

export function PracticeNoticesLink() {
  const { data } = useQuery({
    ...endpointQueryOptions(apiContract.notifications.countUnseen, {}),
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: false,
  })
  const unseen = data?.unseen ?? 0
  return (
    <Link to="/admin/novedades" className="practice-notices-link">
      <Bell size={18} aria-hidden="true" />
      <span className="practice-notices-word">Novedades</span>
      {unseen > 0 && (
        <span className="practice-notices-count">
          {unseen < MAX_COUNTED_PRACTICE_NOTICES ? unseen : `${MAX_COUNTED_PRACTICE_NOTICES - 1}+`}
          <span className="visually-hidden"> sin ver</span>
        </span>
      )}
    </Link>
  )
}
