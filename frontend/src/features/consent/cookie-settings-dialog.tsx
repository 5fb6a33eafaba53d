import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { saveCookieChoice, REFUSED_OPTIONAL_COOKIES, type OptionalCookieChoice } from './save-cookie-choice.ts'
import type { CookieChoice } from './cookie-choice.ts'
import './cookie-settings.css'

interface CookieSettingsProps {
  readonly before: CookieChoice | undefined
  readonly close: () => void
  readonly answered: () => void
}

export function CookieSettingsDialog({ before, close, answered }: CookieSettingsProps) {
  const [{ analytics, marketing }, setChosen] = useState<OptionalCookieChoice>(before ?? REFUSED_OPTIONAL_COOKIES)
  const answer = (optional: OptionalCookieChoice) => {
    saveCookieChoice(optional)
    answered()
  }
  return (
    <Dialog title="Configuración de cookies" close={close}>
      <p className="cookie-settings-intro">
        Decide qué podemos guardar en tu navegador. Tienes los detalles en la <a href="/cookies">política de cookies</a>
        .
      </p>
      <div className="cookie-settings-purposes">
        <SwitchField
          label="Necesarias"
          hint="Mantienen tu sesión y recuerdan esta elección. Sin ellas la web no funciona: siempre están activas."
          on
          disabled
          onSwitch={() => undefined}
        />
        <SwitchField
          label="Analíticas"
          hint="Nos dirían qué páginas se visitan y cómo mejorar la web. Hoy no usamos ninguna."
          on={analytics}
          onSwitch={(on) => setChosen({ analytics: on, marketing })}
        />
        <SwitchField
          label="Publicidad"
          hint="Servirían para mostrarte anuncios y medir si funcionan. Hoy no usamos ninguna."
          on={marketing}
          onSwitch={(on) => setChosen({ analytics, marketing: on })}
        />
      </div>
      <div className="dialog-actions cookie-settings-answers">
        <Button variant="secondary" size="small" onClick={close}>
          Cancelar
        </Button>
        <Button size="small" onClick={() => answer(REFUSED_OPTIONAL_COOKIES)}>
          Rechazar opcionales
        </Button>
        <Button size="small" onClick={() => answer({ analytics, marketing })}>
          Guardar configuración
        </Button>
      </div>
    </Dialog>
  )
}
