import { Link } from 'react-router-dom'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { useHealthConsent } from './use-health-consent.ts'

export function HealthConsentNotice() {
  const { data } = useHealthConsent()
  if (!data || data.state === 'given') return null
  return (
    <NoticeBox>
      Para marcar tus tomas necesitamos tu consentimiento para tratar tus datos de salud.{' '}
      <Link to="/client?tab=settings">Darlo en Ajustes</Link>
    </NoticeBox>
  )
}
