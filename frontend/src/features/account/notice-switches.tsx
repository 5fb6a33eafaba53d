import { type AccountSettings, type NoticeGroup, noticeGroups } from '#contract/account-settings'
import { useReturningFocus } from '../../ui/focus.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { useSaveSettings } from './use-settings.ts'

const texts: Readonly<Record<NoticeGroup, { label: string; hint: string }>> = {
  consultations: { label: 'Consultas', hint: 'Citas nuevas, cambios y cancelaciones, con la cita para tu calendario.' },
  files: { label: 'Facturas y analíticas', hint: 'Cuando añadimos un documento a tu panel.' },
  supplements: { label: 'Suplementos', hint: 'Cuando cambiamos algo de tus pautas.' },
  marketing: { label: 'Novedades y promociones', hint: 'De vez en cuando, sobre nuestros servicios.' },
}

export function NoticeSwitches({ settings }: { readonly settings: AccountSettings }) {
  const { save, isPending } = useSaveSettings(settings)
  const around = useReturningFocus(isPending)
  const { notifications } = settings
  return (
    <div className="settings-block" {...around}>
      {noticeGroups.map((group) => (
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
