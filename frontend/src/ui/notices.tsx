import { Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import './notices.css'

const milliseconds = 4000

/** Where notices appear. One for the whole application. */
export const Notices = () => (
  <Toaster
    position="bottom-right"
    duration={milliseconds}
    visibleToasts={3}
    gap={14}
    hotkey={['altKey', 'KeyT']}
    closeButton
    containerAriaLabel="Avisos"
    toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso', className: 'notice' }}
  />
)
