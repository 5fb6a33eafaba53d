import { Download } from 'lucide-react'
import { browser } from '../../ui/browser.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { notify } from '../../ui/notify.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { recoveryFileName, recoveryFileText } from './recovery-file.ts'
import './mfa.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly proceed: () => void
}

function download(codes: readonly string[]) {
  const now = serverNow()
  browser.download(recoveryFileName(now), recoveryFileText(codes, now))
  notify.success('Descargado', 'Códigos de recuperación descargados')
}

export const RecoveryCodes = ({ codes, proceed }: RecoveryCodesProps) => (
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
