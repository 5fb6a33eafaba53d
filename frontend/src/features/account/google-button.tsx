import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { buildGoogleSignInUrl, type GoogleSignInOutcome } from '../../api/google-sign-in.ts'
import { onGoogleSignInEnd } from '../../api/google-sign-in-window.ts'
import { moveTokensToTabStorage } from '../../api/session-storage.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { buildGoogleReturnPath, wantedPathAfterGoogle } from './google-intent.ts'
import { useWantedPath } from './use-wanted-path.ts'
import './account.css'

interface GoogleButtonProps {
  readonly text: string
  readonly keep: boolean
  /** False cancels. */
  readonly leave: () => boolean | void
}

function useGoogle({ keep, leave }: GoogleButtonProps) {
  const navigate = useNavigate()
  const wanted = useWantedPath()
  const forget = useRef<() => void>(undefined)
  useEffect(() => () => forget.current?.(), [])

  const arrive = async (outcome: GoogleSignInOutcome) => {
    forget.current?.()
    moveTokensToTabStorage(keep)
    await navigate(buildGoogleReturnPath(outcome, wanted))
  }
  return () => {
    if (leave() === false) return
    const nonce = crypto.randomUUID()
    forget.current?.()
    forget.current = onGoogleSignInEnd(nonce, (outcome) => void arrive(outcome))
    try {
      if (browserWindowActions.openPopup(buildGoogleSignInUrl({ nonce, keep }), 'google')) return
      wantedPathAfterGoogle.store(wanted)
      browserWindowActions.leaveFor(buildGoogleSignInUrl({ keep }))
    } catch {
      showNotice.failure('Error al iniciar sesión con Google')
    }
  }
}

const GoogleMark = () => (
  <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
    <path
      fill="#4285f4"
      d="M46 24.5c0-1.6-.1-3.1-.4-4.5H24v9h12.4c-.6 2.9-2.2 5.3-4.6 7v5.8h7.4c4.4-4 6.8-10 6.8-17.3Z"
    />
    <path
      fill="#34a853"
      d="M24 47c6.2 0 11.4-2 15.2-5.5L31.8 36c-2 1.4-4.7 2.2-7.8 2.2-6 0-11-4-12.9-9.5H3.5v6C7.300 42 15 47 24 47Z"
    />
    <path fill="#fbbc05" d="M11.100 28.600a13.700 13.700 0 0 1 0-9.200v-6H3.500a23 23 0 0 0 0 21.200Z" />
    <path
      fill="#ea4335"
      d="M24 9.900c3.400 0 6.400 1.200 8.800 3.400l6.600-6.500C35.400 3.200 30.200 1 24 1 15 1 7.300 6 3.500 13.400l7.600 6C13 13.900 18 9.900 24 9.900Z"
    />
  </svg>
)

export const GoogleSignInButton = (props: GoogleButtonProps) =>
  import.meta.env.VITE_WITHOUT_GOOGLE ? null : <GoogleButton {...props} />

function GoogleButton(props: GoogleButtonProps) {
  const start = useGoogle(props)
  return (
    <div className="google">
      <p className="google-or">o</p>
      <Button variant="secondary" className="button-wide" onClick={start}>
        <GoogleMark />
        {props.text}
      </Button>
    </div>
  )
}
