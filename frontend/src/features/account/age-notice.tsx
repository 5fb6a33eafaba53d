import { useAccountSettings } from './use-account-settings.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './settings.css'

/** Lazy, because the form is large and few users need it. */
const LazyForm = lazy(async () => ({
  default: (await import('./birth-date-or-guardian-form.tsx')).BirthDateOrGuardianForm,
}))

export function AgeCheckNotice() {
  const { data } = useAccountSettings()
  if (!data) return null
  const missing = data.birthDate === null
  const open = data.guardian.state === 'needed' || data.guardian.state === 'asked'
  if (!missing && !open) return null
  return (
    <section className="age-notice" aria-labelledby="age-notice">
      <h2 id="age-notice">{missing ? 'Nos falta tu fecha de nacimiento' : 'Necesitamos una autorización'}</h2>
      <WhileLoading>
        <LazyForm birthDate={data.birthDate} guardian={data.guardian} />
      </WhileLoading>
    </section>
  )
}
