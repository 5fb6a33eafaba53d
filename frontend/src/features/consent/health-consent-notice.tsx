import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useOwnHealthConsent } from './use-health-consent.ts'

export function HealthConsentNotice() {
  const { data } = useOwnHealthConsent()
  if (!data || data.state === 'given') return null
  return (
    <NoticeBox>
      Para marcar tus tomas necesitamos tu consentimiento para tratar tus datos de salud.{' '}
      <Link to="/client?tab=settings">Darlo en Ajustes</Link>
    </NoticeBox>
  )
}
