import type { ReactNode } from 'react'
import type { AccountSettings } from '#contract/account-settings'
import { errorText } from '../../api/error-text.ts'
import { AccountLoading, AccountProblem } from '../../ui/account-states.tsx'
import { Card } from '../../ui/panel.tsx'
import { AccountData } from './account-data.tsx'
import { BirthDateForm } from './birth-date-form.tsx'
import { GuardianState } from './guardian-state.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { NoticeSwitches } from './notice-switches.tsx'
import { useSettings } from './use-settings.ts'
import './settings.css'

function Known({ children }: { readonly children: (settings: AccountSettings) => ReactNode }) {
  const { data, isPending, error, refetch } = useSettings()
  if (isPending) return <AccountLoading text="Cargando tus ajustes..." />
  if (!data) return <AccountProblem text={errorText(error)} retry={() => void refetch()} />
  return children(data)
}

export const AccountSection = () => (
  <Card id="account-data" title="Datos de la cuenta">
    <Known>
      {(settings) => (
        <div className="settings-block">
          <AccountData settings={settings} />
          {settings.birthDate === null ? <BirthDateForm /> : <GuardianState guardian={settings.guardian} />}
        </div>
      )}
    </Known>
  </Card>
)

export const NotificationsSection = () => (
  <Card id="notifications" title="Notificaciones por correo">
    <Known>{(settings) => <NoticeSwitches settings={settings} />}</Known>
  </Card>
)

export const LanguageSection = () => (
  <Card id="language" title="Idioma">
    <Known>{(settings) => <LanguageChoice settings={settings} />}</Known>
  </Card>
)
