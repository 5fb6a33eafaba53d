import { Download } from 'lucide-react'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { getServerNow } from '../../ui/server-clock.ts'
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

export const MfaRecoveryCodeList = ({ codes, proceed }: RecoveryCodesProps) => (
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
      <CopyButton text={codes.join('\n')} done="Códigos de recuperación copiados">
        Copiar
      </CopyButton>
      <Button variant="secondary" onClick={() => download(codes)}>
        <Download size={18} aria-hidden="true" />
        Descargar
      </Button>
      <Button onClick={proceed}>Continuar</Button>
    </div>
  </div>
)
