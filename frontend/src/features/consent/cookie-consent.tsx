import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { onCookieSettingsRequest } from '../../ui/open-cookie-settings.ts'
import { deliverPendingConsentReceipts } from './save-cookie-choice.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { applyCookieConsent } from './cookie-consent-signals.ts'
import { cookieChoiceStore } from './cookie-choice.ts'
import { replaceStaticCookieBanner } from './static-cookie-banner.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const CookieSettings = lazy(async () => ({
  default: (await import('./cookie-settings-dialog.tsx')).CookieSettingsDialog,
}))

/** The prerendered page and the first client render do not know the choice. */
const unknown = () => null

/** Before the header in the DOM, so that the keyboard reaches the question early. */
export function CookieConsent() {
  const choice = useSyncExternalStore<ReturnType<typeof cookieChoiceStore.read> | null>(
    cookieChoiceStore.subscribe,
    cookieChoiceStore.read,
    unknown,
  )
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [answered, setAnswered] = useState(false)
  useEffect(() => onCookieSettingsRequest(() => setSettingsOpen(true)), [])
  useEffect(() => void deliverPendingConsentReceipts(), [])
  useLayoutEffect(() => {
    if (choice !== null) replaceStaticCookieBanner()
  }, [choice])
  useEffect(() => {
    if (choice !== null) applyCookieConsent(choice)
  }, [choice])

  const finish = () => {
    setSettingsOpen(false)
    setAnswered(true)
  }
  if (choice === null) return null
  return (
    <WhileLoading>
      {(!choice || settingsOpen || answered) && (
        <p className="visually-hidden" role="status">
          {answered && 'Hemos guardado tu elección sobre las cookies.'}
        </p>
      )}
      {!choice && <CookieBanner configure={() => setSettingsOpen(true)} answered={finish} />}
      {settingsOpen && <CookieSettings before={choice} close={() => setSettingsOpen(false)} answered={finish} />}
    </WhileLoading>
  )
}
