import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import {
  saveCookieChoice,
  allCookiesAccepted,
  REFUSED_OPTIONAL_COOKIES,
  type OptionalCookieChoice,
} from './save-cookie-choice.ts'
import './cookie-banner.css'

interface CookieBannerProps {
  readonly configure: () => void
  readonly answered: () => void
}

const room = '--cookie-banner-height'

function useRoomForBanner() {
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current: shown } = banner
    if (!shown) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(room, `${shown.offsetHeight}px`))
    observer.observe(shown)
    return () => {
      observer.disconnect()
      style.removeProperty(room)
    }
  }, [])
  return banner
}

/** Refusing takes as many clicks as accepting. */
export function CookieBanner({ configure, answered }: CookieBannerProps) {
  const banner = useRoomForBanner()
  const answer = (optional: OptionalCookieChoice) => {
    saveCookieChoice(optional)
    answered()
  }
  return (
    <section className="cookie-banner" aria-label="Aviso de cookies" ref={banner}>
      <div className="cookie-banner-row">
        <p className="cookie-banner-text">
          Usamos lo imprescindible y, solo si quieres, cookies de análisis y de publicidad.
          <span className="cookie-banner-more"> Puedes cambiar de idea cuando quieras.</span>{' '}
          <a href="/cookies">Política de cookies</a>
        </p>
        <div className="cookie-banner-answers">
          <Button variant="secondary" size="small" onClick={configure}>
            Configurar
          </Button>
          <Button size="small" onClick={() => answer(REFUSED_OPTIONAL_COOKIES)}>
            Rechazar opcionales
          </Button>
          <Button size="small" onClick={() => answer(allCookiesAccepted)}>
            Aceptar todas
          </Button>
        </div>
      </div>
    </section>
  )
}
