import { BirthDateForm } from './birth-date-form.tsx'
import { GuardianState } from './guardian-state.tsx'
import { useSettings } from './use-settings.ts'
import './settings.css'

/** What has to be settled before anything of health is asked: how old somebody is, and who answers for a minor. */
export function AgeNotice() {
  const { data } = useSettings()
  if (!data) return null
  const missing = data.birthDate === null
  const open = data.guardian.state === 'needed' || data.guardian.state === 'asked'
  if (!missing && !open) return null
  return (
    <section className="age-notice" aria-labelledby="age-notice">
      <h2 id="age-notice">{missing ? 'Nos falta tu fecha de nacimiento' : 'Necesitamos una autorización'}</h2>
      {missing ? (
        <>
          <p>La necesitamos antes de tu primera consulta y de que rellenes tu cuestionario de salud.</p>
          <BirthDateForm />
        </>
      ) : (
        <GuardianState guardian={data.guardian} />
      )}
    </section>
  )
}
