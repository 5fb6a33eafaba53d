import type { ReactNode } from 'react'
import type { AccountSettings } from '#contract/account-settings'
import { toErrorMessage } from '../../api/error-message.ts'
import { AccountCardLoading, AccountCardLoadError } from '../../ui/account-card-states.tsx'
import { Card } from '../../ui/panel.tsx'
import { AccountData } from './account-data.tsx'
import { BirthDateForm } from './birth-date-form.tsx'
import { GuardianConsentStatus } from './guardian-consent-status.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { MailNotificationSwitches } from './mail-notification-switches.tsx'
import { useAccountSettings } from './use-account-settings.ts'
import './settings.css'

function Known({ children }: { readonly children: (settings: AccountSettings) => ReactNode }) {
  const { data, isPending, error, refetch } = useAccountSettings()
  if (isPending) return <AccountCardLoading text="Cargando tus ajustes..." />
  if (!data) return <AccountCardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  return children(data)
}

export const AccountDataSection = () => (
  <Card id="account-data" title="Datos de la cuenta">
    <Known>
      {(settings) => (
        <div className="settings-block">
          <AccountData settings={settings} />
          {settings.birthDate === null ? <BirthDateForm /> : <GuardianConsentStatus guardian={settings.guardian} />}
        </div>
      )}
    </Known>
  </Card>
)

export const MailNotificationsSection = () => (
  <Card id="notifications" title="Notificaciones por correo">
    <Known>{(settings) => <MailNotificationSwitches settings={settings} />}</Known>
  </Card>
)

export const LanguageSettingSection = () => (
  <Card id="language" title="Idioma">
    <Known>{(settings) => <LanguageSetting settings={settings} />}</Known>
  </Card>
)
