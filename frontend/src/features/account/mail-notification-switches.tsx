import { type AccountSettings, type NotificationGroup, notificationGroups } from '#contract/account-settings'
import { useRestoreFocusAfterBusy } from '../../ui/focus.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { useSaveAccountSettings } from './use-account-settings.ts'

const texts: Readonly<Record<NotificationGroup, { label: string; hint: string }>> = {
  consultations: { label: 'Consultas', hint: 'Citas nuevas, cambios y cancelaciones, con la cita para tu calendario.' },
  reminders: { label: 'Recordatorios', hint: 'Un día y una hora antes de cada cita, con el enlace para entrar.' },
  files: { label: 'Facturas y analíticas', hint: 'Cuando añadimos un documento a tu panel.' },
  supplements: { label: 'Suplementos', hint: 'Cuando cambiamos algo de tus pautas.' },
  messages: { label: 'Mensajes', hint: 'Cuando te escribimos en tu panel. El correo no dice qué.' },
  marketing: { label: 'Novedades y promociones', hint: 'De vez en cuando, sobre nuestros servicios.' },
}

export function MailNotificationSwitches({ settings }: { readonly settings: AccountSettings }) {
  const { save, isPending } = useSaveAccountSettings(settings)
  const around = useRestoreFocusAfterBusy(isPending)
  const { notifications } = settings
  return (
    <div className="settings-block" {...around}>
      {notificationGroups.map((group) => (
        <SwitchField
          key={group}
          {...texts[group]}
          on={notifications[group]}
          disabled={isPending}
          onSwitch={(on) => save({ notifications: { ...notifications, [group]: on } })}
        />
      ))}
      <p className="field-hint">
        Los avisos de seguridad y los justificantes de pago te llegan siempre: protegen tu cuenta y tus compras.
      </p>
    </div>
  )
}
