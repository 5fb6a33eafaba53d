import { Download } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { useGuardRunningWork } from '../../ui/unsaved-work.ts'
import { buildRecoveryCodesFileName, buildRecoveryCodesFileText } from './recovery-codes-file.ts'
import './mfa.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly proceed: () => void
}

function download(codes: readonly string[]) {
  const now = getServerNow()
  browserWindowActions.download(buildRecoveryCodesFileName(now), buildRecoveryCodesFileText(codes, now))
  showNotice.success('Descargado', 'Códigos de recuperación descargados')
}

const leaveTexts = {
  title: 'Guarda antes tus códigos de recuperación',
  text: 'Si sales ahora, no volverás a verlos. Sin ellos no podrás entrar si pierdes tu aplicación.',
  stay: 'Volver a los códigos',
  leave: 'Salir sin guardarlos',
}

/** Asks before leaving, unless the codes were copied or downloaded. */
export function MfaRecoveryCodeList({ codes, proceed }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  useGuardRunningWork(!isKept, leaveTexts)
  const keep = () => setKept(true)
  return (
    <div className="mfa-step">
      <h2 tabIndex={-1} ref={focusOnMount}>
        Tus códigos de recuperación
      </h2>
      <p>
        Guarda estos códigos en un lugar seguro: cada uno sirve <strong>una sola vez</strong> para entrar si pierdes tu
        aplicación, y <strong>no volveremos a mostrarlos</strong>.
      </p>
      <ol className="recovery-codes" aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="mfa-actions">
        <CopyButton text={codes.join('\n')} done="Códigos de recuperación copiados" onCopied={keep}>
          Copiar
        </CopyButton>
        <Button
          variant="secondary"
          onClick={() => {
            download(codes)
            keep()
          }}
        >
          <Download size={18} aria-hidden="true" />
          Descargar
        </Button>
        <Button
          onClick={() => {
            // The next step may navigate to another page.
            flushSync(keep)
            proceed()
          }}
        >
          Continuar
        </Button>
      </div>
    </div>
  )
}
