import type { AccountSettings } from '#contract/account-settings'
import { BirthDateForm } from './birth-date-form.tsx'
import { GuardianConsentStatus } from './guardian-consent-status.tsx'

export const BirthDateOrGuardianForm = ({ birthDate, guardian }: Pick<AccountSettings, 'birthDate' | 'guardian'>) =>
  birthDate === null ? (
    <>
      <p>La necesitamos antes de tu primera consulta y de que rellenes tu cuestionario de salud.</p>
      <BirthDateForm />
    </>
  ) : (
    <GuardianConsentStatus guardian={guardian} />
  )
